import { getBezierPath, Position } from "@xyflow/react";
import type { Point } from "../../workflow/workflow.ts";
import { type Lane, leadsBack, wireStub } from "./lanes.ts";

export interface WireEnds {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  /** Of a wire that runs around cards. */
  readonly lane?: Lane | undefined;
}

export interface WirePath {
  readonly path: string;
  /** Where the label stands. */
  readonly x: number;
  readonly y: number;
}

/** The line of a wire and the place of its label. */
export function wirePath(ends: WireEnds): WirePath {
  const { sourceX, sourceY, targetX, targetY } = ends;
  if (ends.lane === undefined && !leadsBack(ends)) {
    const positions = { sourcePosition: Position.Right, targetPosition: Position.Left };
    const [path, x, y] = getBezierPath({ sourceX, sourceY, targetX, targetY, ...positions, curvature: 0.32 });
    return { path, x, y };
  }
  const level = Math.abs(targetY - sourceY) < 72;
  const y = ends.lane?.y ?? (level ? Math.max(sourceY, targetY) + 88 : (sourceY + targetY) / 2);
  const [right, left] = [sourceX + (ends.lane?.out ?? wireStub), targetX - (ends.lane?.into ?? wireStub)];
  const path = rounded([
    { x: sourceX, y: sourceY },
    { x: right, y: sourceY },
    { x: right, y },
    { x: left, y },
    { x: left, y: targetY },
    { x: targetX, y: targetY },
  ]);
  return { path, x: (right + left) / 2, y };
}

/** A line through points with round corners. */
function rounded(points: readonly Point[]): string {
  const [first, ...rest] = points;
  let path = `M ${first?.x},${first?.y}`;
  rest.forEach((corner, i) => {
    const before = points[i] as Point;
    const after = rest[i + 1];
    if (after === undefined) {
      path += ` L ${corner.x},${corner.y}`;
      return;
    }
    const radius = Math.min(14, length(before, corner) / 2, length(corner, after) / 2);
    const [from, to] = [towards(corner, before, radius), towards(corner, after, radius)];
    path += ` L ${from.x},${from.y} Q ${corner.x},${corner.y} ${to.x},${to.y}`;
  });
  return path;
}

function length(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const whole = length(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}
