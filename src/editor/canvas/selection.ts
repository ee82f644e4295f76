import type { StepId } from "../../workflow/workflow.ts";

/** Ids of what is selected: cards (steps and `Start`), wires, notes and frames. */
export interface Selection {
  readonly steps: readonly StepId[];
  readonly wires: readonly string[];
  /** Left out: none. */
  readonly notes?: readonly string[];
  /** Left out: none. */
  readonly groups?: readonly string[];
}

export const nothingSelected: Selection = { steps: [], wires: [] };

/** What a node of the canvas stands for. No id of a card has a colon. */
export interface NodeRef {
  readonly kind: "card" | "note" | "group";
  readonly id: string;
}

export function nodeIdOf({ kind, id }: NodeRef): string {
  return kind === "card" ? id : `${kind}:${id}`;
}

export function nodeRefOf(nodeId: string): NodeRef {
  const [kind, ...rest] = nodeId.split(":");
  return rest.length > 0 && (kind === "note" || kind === "group")
    ? { kind, id: rest.join(":") }
    : { kind: "card", id: nodeId };
}

/** The ids of the nodes of a selection. */
export function nodeIdsOf({ steps, notes = [], groups = [] }: Selection): readonly string[] {
  return [
    ...steps,
    ...notes.map((id) => nodeIdOf({ kind: "note", id })),
    ...groups.map((id) => nodeIdOf({ kind: "group", id })),
  ];
}

/** A selection of nodes by their ids; wires stay as they are given. */
export function selectionOf(nodeIds: readonly string[], wires: readonly string[] = []): Selection {
  const refs = nodeIds.map(nodeRefOf);
  const of = (kind: NodeRef["kind"]) => refs.flatMap((ref) => (ref.kind === kind ? [ref.id] : []));
  return { steps: of("card"), wires, notes: of("note"), groups: of("group") };
}

export function sameSelection(a: Selection, b: Selection): boolean {
  const same = (x: readonly string[], y: readonly string[]) => x.length === y.length && x.every((id) => y.includes(id));
  return same(nodeIdsOf(a), nodeIdsOf(b)) && same(a.wires, b.wires);
}
