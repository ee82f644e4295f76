import { Graph, layout } from "@dagrejs/dagre";
import type { Point } from "../../workflow/workflow.ts";

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Places boxes in layers from left to right along their lines; deterministic. The points are top left corners,
 * the first box of `boxes` (the start) stays where `anchor` says.
 */
export function tidy(
  boxes: readonly Box[],
  lines: readonly { readonly from: string; readonly to: string }[],
  anchor: Point = { x: 0, y: 0 },
): ReadonlyMap<string, Point> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", ranksep: 80, nodesep: 36, ranker: "network-simplex" });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(boxes.map(({ id }) => id));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { from, to } of lines) if (from !== to && known.has(from) && known.has(to)) graph.setEdge(from, to);
  layout(graph);
  const corners = boxes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id) as Point;
    return [id, { x: x - width / 2, y: y - height / 2 }] as const;
  });
  const first = corners[0]?.[1] ?? anchor;
  return new Map(
    corners.map(([id, { x, y }]) => [id, { x: onGrid(x - first.x + anchor.x), y: onGrid(y - first.y + anchor.y) }]),
  );
}

/** Cards stand on the 4 px grid. */
export function onGrid(value: number): number {
  return Math.round(value / 4) * 4;
}
