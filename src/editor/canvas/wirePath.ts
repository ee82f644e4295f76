import { getBezierPath, getSmoothStepPath, Position } from "@xyflow/react";

export interface WireEnds {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** The line of a wire and the middle where its label stands. A wire that goes back runs around the cards. */
export function wirePath({ sourceX, sourceY, targetX, targetY }: WireEnds): {
  readonly path: string;
  readonly x: number;
  readonly y: number;
} {
  const ends = {
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition: Position.Right,
    targetPosition: Position.Left,
  };
  const goesBack = targetX < sourceX - 8;
  if (!goesBack) {
    const [path, x, y] = getBezierPath({ ...ends, curvature: 0.32 });
    return { path, x, y };
  }
  const level = Math.abs(targetY - sourceY) < 72;
  const [path, x, y] = getSmoothStepPath({
    ...ends,
    borderRadius: 14,
    offset: 22,
    ...(level && { centerY: Math.max(sourceY, targetY) + 88 }),
  });
  return { path, x, y };
}
