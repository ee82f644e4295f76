import type { Edge, Node } from "@xyflow/react";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { Group, Note, Point, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth, noteSize } from "./cardSize.ts";
import { type Lane, sameLane } from "./lanes.ts";
import { nodeIdOf, nodeIdsOf, type Selection } from "./selection.ts";

/** How many findings stand at a card. */
export interface CardProblems {
  readonly errors: number;
  readonly warnings: number;
}

export const noProblems: CardProblems = { errors: 0, warnings: 0 };

export type StepNode = Node<{ readonly step: Step; readonly problems: CardProblems }, "step">;
export type StartNode = Node<{ readonly fields: readonly string[]; readonly problems: CardProblems }, "start">;
export type NoteNode = Node<{ readonly note: Note }, "note">;
export type GroupNode = Node<{ readonly group: Group; readonly members: readonly StepId[] }, "frame">;
export type CanvasNode = StepNode | StartNode | NoteNode | GroupNode;
export type WireEdge = Edge<{ readonly wire: Wire; readonly lane?: Lane | undefined }, "wire">;

interface Drawn {
  readonly workflow: Workflow;
  readonly positions: ReadonlyMap<StepId, Point>;
  readonly selection: Selection;
  /** By step id or `Start`. */
  readonly problems: ReadonlyMap<StepId, CardProblems>;
}

/**
 * The nodes that React Flow draws. A node that did not change stays the same object, with what React Flow measured:
 * then its card is not rendered again. Cards of a folded frame are not drawn.
 */
export function nodesOf(
  { workflow, positions, selection, problems }: Drawn,
  before: readonly CanvasNode[],
): readonly CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const selected = new Set(nodeIdsOf(selection));
  const hidden = foldedHomes(workflow);
  const groups = (workflow.layout?.groups ?? []).map((group) => keep(known, groupNode(group, workflow, selected)));
  const start = keep(known, {
    ...common(startNode, positions, selected, cardHeight("start")),
    type: "start",
    data: { fields: inputFields(workflow), problems: problems.get(startNode) ?? noProblems },
  });
  const steps = Object.entries(workflow.steps)
    .filter(([id]) => !hidden.has(id))
    .map(([id, step]) =>
      keep(known, {
        ...common(id, positions, selected, cardHeight(step)),
        type: "step",
        data: { step, problems: problems.get(id) ?? noProblems },
      }),
    );
  const notes = (workflow.layout?.notes ?? []).map((note) => keep(known, noteNode(note, selected)));
  const nodes = [...groups, start, ...steps, ...notes];
  return nodes.length === before.length && nodes.every((node, index) => node === before[index]) ? before : nodes;
}

/** The folded frame that each step is hidden in. */
export function foldedHomes(workflow: Pick<Workflow, "layout">): ReadonlyMap<StepId, string> {
  const homes = new Map<StepId, string>();
  for (const { id, collapsed, steps } of workflow.layout?.groups ?? [])
    if (collapsed === true) for (const step of steps) if (!homes.has(step)) homes.set(step, id);
  return homes;
}

function common(
  id: StepId,
  positions: ReadonlyMap<StepId, Point>,
  selected: ReadonlySet<string>,
  initialHeight: number,
) {
  return {
    id,
    position: positions.get(id) ?? { x: 0, y: 0 },
    selected: selected.has(id),
    initialWidth: cardWidth,
    initialHeight,
    ...named(id, "card"),
  } as const;
}

function named(id: string, what: string) {
  return {
    domAttributes: { "aria-labelledby": cardNameId(id), "aria-roledescription": what } as object,
    ariaRole: "group",
  } as const;
}

function noteNode(note: Note, selected: ReadonlySet<string>): NoteNode {
  const id = nodeIdOf({ kind: "note", id: note.id });
  return {
    id,
    type: "note",
    position: { x: note.x, y: note.y },
    selected: selected.has(id),
    ...noteSize(note),
    ...named(id, "note"),
    data: { note },
  };
}

function groupNode(group: Group, workflow: Workflow, selected: ReadonlySet<string>): GroupNode {
  const id = nodeIdOf({ kind: "group", id: group.id });
  const folded = group.collapsed === true;
  return {
    id,
    type: "frame",
    position: { x: group.x, y: group.y },
    selected: selected.has(id),
    width: folded ? cardWidth : group.width,
    height: folded ? cardHeight("start") : group.height,
    // An open frame lies under its cards and wires, and the canvas can be dragged and marked through it.
    ...(!folded && { zIndex: -1001, style: { pointerEvents: "none" } }),
    ...(folded && { zIndex: 0, style: {} }),
    ...named(id, "group"),
    data: { group, members: group.steps.filter((step) => Object.hasOwn(workflow.steps, step)) },
  };
}

/** Id of the hidden text that names a node. */
export function cardNameId(id: StepId): string {
  return `tw-card-${id.replaceAll("/", "--").replaceAll(":", "--")}`;
}

function keep<N extends CanvasNode>(known: ReadonlyMap<string, CanvasNode>, next: N): N {
  const before = known.get(next.id);
  if (before === undefined || before.type !== next.type) return next;
  const data = sameData(before, next);
  const same =
    data &&
    before.selected === next.selected &&
    before.position.x === next.position.x &&
    before.position.y === next.position.y &&
    before.width === next.width &&
    before.height === next.height;
  if (same) return before as N;
  return { ...before, ...next, data: data ? before.data : next.data } as N;
}

function sameData(a: CanvasNode, b: CanvasNode): boolean {
  if (a.type === "note") return b.type === "note" && a.data.note === b.data.note;
  if (a.type === "frame")
    return b.type === "frame" && a.data.group === b.data.group && a.data.members.join() === b.data.members.join();
  if (b.type !== "start" && b.type !== "step") return false;
  if (a.data.problems.errors !== b.data.problems.errors || a.data.problems.warnings !== b.data.problems.warnings)
    return false;
  if ("step" in a.data && "step" in b.data) return a.data.step === b.data.step;
  if ("fields" in a.data && "fields" in b.data) return a.data.fields.join("\n") === b.data.fields.join("\n");
  return false;
}

/** The lines that React Flow draws; unchanged ones stay the same object. What leads into a folded frame ends at it. */
export function edgesOf(
  {
    wires,
    selection,
    homes,
    lanes,
  }: {
    readonly wires: readonly Wire[];
    readonly selection: Selection;
    /** The folded frame that each step is hidden in. */
    readonly homes: ReadonlyMap<StepId, string>;
    /** By wire: how it passes the cards. */
    readonly lanes: ReadonlyMap<string, Lane>;
  },
  before: readonly WireEdge[],
): readonly WireEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const selected = new Set(selection.wires);
  const cards = new Set(nodeIdsOf(selection));
  const nodeOf = (step: StepId) => {
    const home = homes.get(step);
    return home === undefined ? step : nodeIdOf({ kind: "group", id: home });
  };
  const edges = wires.flatMap((wire): readonly WireEdge[] => {
    const [source, target] = [nodeOf(wire.from), nodeOf(wire.to)];
    if (source === target && source !== wire.from) return [];
    const old = known.get(wire.id);
    const isSelected = selected.has(wire.id);
    // Tab reaches the wires of the selected card; all wires would stand between the keyboard and the cards.
    const focusable = isSelected || cards.has(source) || cards.has(target);
    const lane = lanes.get(wire.id);
    const same =
      old?.selected === isSelected && old.focusable === focusable && old.source === source && old.target === target;
    if (same && old.data !== undefined && sameLane(old.data.lane, lane) && sameWire(old.data.wire, wire)) return [old];
    return [
      {
        id: wire.id,
        type: "wire",
        source,
        sourceHandle: source === wire.from ? wire.port : "out",
        target,
        targetHandle: "in",
        selected: isSelected,
        focusable,
        // The end of a wire that leads into a folded frame is one of many: it is moved after unfolding.
        reconnectable: source === wire.from && target === wire.to,
        ariaLabel:
          wire.kind === "needs" ? `${wire.to} needs ${wire.from}` : `${wire.type} from ${wire.from} to ${wire.to}`,
        data: { wire, lane },
      },
    ];
  });
  return edges.length === before.length && edges.every((edge, index) => edge === before[index]) ? before : edges;
}

export function sameWire(a: Wire, b: Wire): boolean {
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
