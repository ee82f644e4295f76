import type { Point } from "../../workflow/workflow.ts";
import { overlap, type Rect } from "../layout/rect.ts";

/** The first of the spots where a box of this size lies on nothing; where there is none, the one that covers least. */
export function freeSpot(
  spots: readonly Point[],
  size: { readonly width: number; readonly height: number },
  things: readonly Rect[],
): Point | null {
  let best: { readonly spot: Point; readonly covered: number } | null = null;
  for (const spot of spots) {
    const covered = things.reduce((sum, thing) => sum + common({ ...spot, ...size }, thing), 0);
    if (covered === 0) return spot;
    if (best === null || covered < best.covered) best = { spot, covered };
  }
  return best?.spot ?? null;
}

function common(a: Rect, b: Rect): number {
  if (!overlap(a, b)) return 0;
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across * down;
}
