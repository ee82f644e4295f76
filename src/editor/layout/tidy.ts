import { Graph, layout } from "@dagrejs/dagre";
import type { Point } from "../../workflow/workflow.ts";
import { crossings, foldColumns } from "./bands.ts";
import { componentsOf, forwardLines, type Line, layersOf } from "./layers.ts";
import { onGrid } from "./onGrid.ts";

/** What is placed: a card, with the notes that stay with it, or a frame with all that is in it. */
export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** How far below its top its wires begin and end, on the grid: boxes that follow each other stand level there. */
  readonly axis: number;
}

export interface TidyBoxes {
  readonly corners: ReadonlyMap<string, Point>;
  readonly width: number;
  readonly height: number;
}

const columnGap = 80;
const rowGap = 16;
const partGap = 64;
const singlesInRow = 4;

/**
 * Places boxes in layers from left to right along their lines; deterministic. A row of layers that is too long to be
 * read is folded as lines of text are. What hangs together stands together; boxes without any line stand below.
 * Corners are upper left ones, on the grid; `first`, if given, stays where it is.
 */
export function tidy(
  boxes: readonly Box[],
  lines: readonly Line[],
  first?: { readonly id: string; readonly at: Point },
): TidyBoxes {
  const ids = boxes.map(({ id }) => id);
  const boxOf = new Map(boxes.map((box) => [box.id, box]));
  const known = lines.filter(({ from, to }) => from !== to && boxOf.has(from) && boxOf.has(to));
  const led = [...known, ...linesOfStart(first?.id, ids, known)];
  const parts = componentsOf(ids, led);
  const boxesOf = (part: readonly string[]) => part.flatMap((id) => boxOf.get(id) ?? []);
  const corners = new Map<string, Point>();
  let bottom = 0;
  const put = (placed: ReadonlyMap<string, Point>) => {
    const top = Math.min(...[...placed.values()].map(({ y }) => y));
    const left = Math.min(...[...placed.values()].map(({ x }) => x));
    const below = bottom === 0 ? 0 : bottom + partGap;
    for (const [id, { x, y }] of placed) corners.set(id, { x: x - left, y: y - top + below });
    for (const id of placed.keys()) bottom = Math.max(bottom, (corners.get(id)?.y ?? 0) + (boxOf.get(id)?.height ?? 0));
  };
  for (const part of parts) {
    if (part.length > 1) put(tidyPart(boxesOf(part), led));
  }
  const singles = boxesOf(parts.flatMap((part) => (part.length === 1 ? part : [])));
  if (singles.length > 0) put(inRows(singles));
  return onPlace(boxes, corners, first);
}

/** A start that leads nowhere stands left of where the others begin. */
function linesOfStart(start: string | undefined, ids: readonly string[], lines: readonly Line[]): readonly Line[] {
  if (start === undefined || lines.some(({ from, to }) => from === start || to === start)) return [];
  const entered = new Set(lines.map(({ to }) => to));
  const leading = new Set(lines.map(({ from }) => from));
  return ids.filter((id) => leading.has(id) && !entered.has(id)).map((to) => ({ from: start, to }));
}

/** Boxes that hang together. */
function tidyPart(boxes: readonly Box[], lines: readonly Line[]): ReadonlyMap<string, Point> {
  const ids = boxes.map(({ id }) => id);
  const forward = forwardLines(ids, lines);
  const layers = layersOf(ids, forward);
  const count = Math.max(...layers.values()) + 1;
  const columns = Array.from({ length: count }, () => ({ width: 0, height: 0 }));
  for (const box of boxes) {
    const column = columns[layers.get(box.id) ?? 0];
    if (column === undefined) continue;
    column.width = Math.max(column.width, box.width + columnGap);
    column.height += levelHeight(box) + rowGap;
  }
  const crossing = crossings(count, layers, forward);
  const breaks = foldColumns(columns, crossing);
  const corners = new Map<string, Point>();
  let top = 0;
  breaks.forEach((from, i) => {
    const to = breaks[i + 1] ?? count;
    const inBand = ({ id }: Box) => (layers.get(id) ?? 0) >= from && (layers.get(id) ?? 0) < to;
    const band = layered(boxes.filter(inBand), forward);
    for (const [id, { x, y }] of band.corners) corners.set(id, { x, y: y + top });
    // Room for the wires that lead from the end of this line of cards to the beginning of the next.
    top += band.height + partGap + 10 * Math.min(6, crossing[to] ?? 0);
  });
  return corners;
}

/** One band of layers, by dagre. */
function layered(boxes: readonly Box[], forward: readonly Line[]): TidyBoxes {
  const graph = new Graph();
  // The better ranker takes minutes for a thousand boxes.
  const ranker = boxes.length > 150 ? "longest-path" : "network-simplex";
  graph.setGraph({ rankdir: "LR", ranksep: columnGap, nodesep: rowGap, edgesep: 12, ranker });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = new Set(boxes.map(({ id }) => id));
  for (const box of boxes) graph.setNode(box.id, { width: box.width, height: levelHeight(box) });
  const within = forward.filter(({ from, to }) => ids.has(from) && ids.has(to));
  for (const { from, to } of within) graph.setEdge(from, to);
  layout(graph, { constraints: portOrder(within) });
  const placed = boxes.map((box) => {
    const { x, y } = graph.node(box.id) as Point;
    return { box, x: onGrid(x - box.width / 2), y: onGrid(y) - box.axis };
  });
  const left = Math.min(...placed.map(({ x }) => x));
  const top = Math.min(...placed.map(({ y }) => y));
  return {
    corners: new Map(placed.map(({ box, x, y }) => [box.id, { x: x - left, y: y - top }])),
    width: Math.max(...placed.map(({ box, x }) => x + box.width)) - left,
    height: Math.max(...placed.map(({ box, y }) => y + box.height)) - top,
  };
}

/** What only one box leads to stands in the order of its outputs, so that their wires do not cross. */
function portOrder(lines: readonly Line[]): { left: string; right: string }[] {
  const entries = new Map<string, number>();
  const targets = new Map<string, string[]>();
  for (const { from, to } of lines) {
    entries.set(to, (entries.get(to) ?? 0) + 1);
    targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  return [...targets.values()].flatMap((all) => {
    const alone = all.filter((to) => entries.get(to) === 1);
    return alone.slice(1).map((right, i) => ({ left: alone[i] as string, right }));
  });
}

/** Dagre levels the middles of boxes: with this height the middle is the axis. */
function levelHeight({ height, axis }: Box): number {
  return 2 * Math.max(axis, height - axis);
}

/** Boxes that nothing leads to, in rows. */
function inRows(boxes: readonly Box[]): ReadonlyMap<string, Point> {
  const corners = new Map<string, Point>();
  const perRow = Math.max(singlesInRow, Math.ceil(Math.sqrt(boxes.length / 2)));
  const step = Math.max(...boxes.map(({ width }) => width)) + columnGap;
  let y = 0;
  for (let from = 0; from < boxes.length; from += perRow) {
    const row = boxes.slice(from, from + perRow);
    row.forEach(({ id }, i) => {
      corners.set(id, { x: i * step, y });
    });
    y += Math.max(...row.map(({ height }) => height)) + rowGap * 2;
  }
  return corners;
}

function onPlace(
  boxes: readonly Box[],
  corners: ReadonlyMap<string, Point>,
  first: { readonly id: string; readonly at: Point } | undefined,
): TidyBoxes {
  const from = first === undefined ? undefined : corners.get(first.id);
  const by =
    first === undefined || from === undefined ? { x: 0, y: 0 } : { x: first.at.x - from.x, y: first.at.y - from.y };
  const placed = new Map([...corners].map(([id, { x, y }]) => [id, { x: onGrid(x + by.x), y: onGrid(y + by.y) }]));
  return {
    corners: placed,
    width: Math.max(0, ...boxes.map(({ id, width }) => (corners.get(id)?.x ?? 0) + width)),
    height: Math.max(0, ...boxes.map(({ id, height }) => (corners.get(id)?.y ?? 0) + height)),
  };
}
