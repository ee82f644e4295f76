import type { Edge, Node } from "@xyflow/react";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { Point, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth } from "./cardSize.ts";

/** How many findings stand at a card. */
export interface CardProblems {
  readonly errors: number;
  readonly warnings: number;
}

export const noProblems: CardProblems = { errors: 0, warnings: 0 };

export type StepNode = Node<{ readonly step: Step; readonly problems: CardProblems }, "step">;
export type StartNode = Node<{ readonly fields: readonly string[]; readonly problems: CardProblems }, "start">;
export type CanvasNode = StepNode | StartNode;
export type WireEdge = Edge<{ readonly wire: Wire }, "wire">;

/** Ids of selected cards (steps and `Start`) and wires. */
export interface Selection {
  readonly steps: readonly StepId[];
  readonly wires: readonly string[];
}

export const nothingSelected: Selection = { steps: [], wires: [] };

interface Drawn {
  readonly workflow: Workflow;
  readonly positions: ReadonlyMap<StepId, Point>;
  readonly selection: Selection;
  /** By step id or `Start`. */
  readonly problems: ReadonlyMap<StepId, CardProblems>;
}

/**
 * The nodes that React Flow draws. A node that did not change stays the same object, with what React Flow measured:
 * then its card is not rendered again.
 */
export function nodesOf(
  { workflow, positions, selection, problems }: Drawn,
  before: readonly CanvasNode[],
): readonly CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const selected = new Set(selection.steps);
  const start = keep<StartNode>(known.get(startNode), {
    ...common(startNode, positions, selected, cardHeight("start")),
    type: "start",
    data: { fields: inputFields(workflow), problems: problems.get(startNode) ?? noProblems },
  });
  const steps = Object.entries(workflow.steps).map(([id, step]) =>
    keep<StepNode>(known.get(id), {
      ...common(id, positions, selected, cardHeight(step)),
      type: "step",
      data: { step, problems: problems.get(id) ?? noProblems },
    }),
  );
  const nodes = [start, ...steps];
  return nodes.length === before.length && nodes.every((node, index) => node === before[index]) ? before : nodes;
}

function common(
  id: StepId,
  positions: ReadonlyMap<StepId, Point>,
  selected: ReadonlySet<StepId>,
  initialHeight: number,
) {
  return {
    id,
    position: positions.get(id) ?? { x: 0, y: 0 },
    selected: selected.has(id),
    initialWidth: cardWidth,
    initialHeight,
    domAttributes: { "aria-labelledby": cardNameId(id), "aria-roledescription": "card" } as object,
    ariaRole: "group",
  } as const;
}

/** Id of the hidden text that names a card. */
export function cardNameId(id: StepId): string {
  return `tw-card-${id.replaceAll("/", "--")}`;
}

function keep<N extends CanvasNode>(before: CanvasNode | undefined, next: N): N {
  if (before === undefined || before.type !== next.type) return next;
  const same =
    before.selected === next.selected &&
    before.position.x === next.position.x &&
    before.position.y === next.position.y &&
    sameData(before.data, next.data);
  if (same) return before as N;
  return { ...before, ...next, data: sameData(before.data, next.data) ? before.data : next.data } as N;
}

function sameData(a: CanvasNode["data"], b: CanvasNode["data"]): boolean {
  if (a.problems.errors !== b.problems.errors || a.problems.warnings !== b.problems.warnings) return false;
  if ("step" in a && "step" in b) return a.step === b.step;
  if ("fields" in a && "fields" in b) return a.fields.join("\n") === b.fields.join("\n");
  return false;
}

/** The lines that React Flow draws; unchanged ones stay the same object. */
export function edgesOf(
  wires: readonly Wire[],
  selection: Selection,
  before: readonly WireEdge[],
): readonly WireEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const selected = new Set(selection.wires);
  const cards = new Set(selection.steps);
  const edges = wires.map((wire): WireEdge => {
    const old = known.get(wire.id);
    const isSelected = selected.has(wire.id);
    // Tab reaches the wires of the selected card; all wires would stand between the keyboard and the cards.
    const focusable = isSelected || cards.has(wire.from) || cards.has(wire.to);
    const same = old?.selected === isSelected && old.focusable === focusable;
    if (old?.data !== undefined && same && sameWire(old.data.wire, wire)) return old;
    return {
      id: wire.id,
      type: "wire",
      source: wire.from,
      sourceHandle: wire.port,
      target: wire.to,
      targetHandle: "in",
      selected: isSelected,
      focusable,
      ariaLabel:
        wire.kind === "needs" ? `${wire.to} needs ${wire.from}` : `${wire.type} from ${wire.from} to ${wire.to}`,
      data: { wire },
    };
  });
  return edges.length === before.length && edges.every((edge, index) => edge === before[index]) ? before : edges;
}

function sameWire(a: Wire, b: Wire): boolean {
  return a.from === b.from && a.port === b.port && a.to === b.to && a.type === b.type && a.alone === b.alone;
}

/** The fields of a run's input, `name: type` each. */
export function inputFields(workflow: Pick<Workflow, "input">): readonly string[] {
  const schema = workflow.input;
  if (typeof schema !== "object" || schema === null) return [];
  const properties = schema.properties;
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const type =
      typeof property === "object" && property !== null && !Array.isArray(property)
        ? (property as { readonly type?: unknown }).type
        : undefined;
    return typeof type === "string" ? `${name}: ${type}` : name;
  });
}
