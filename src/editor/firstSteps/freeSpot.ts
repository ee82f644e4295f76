import type { Point } from "../../workflow/workflow.ts";
import { overlap, type Rect } from "../layout/rect.ts";

/** The first of the spots where a box of this size lies on nothing; `null`: there is none. */
export function freeSpot(
  spots: readonly Point[],
  size: { readonly width: number; readonly height: number },
  things: readonly Rect[],
): Point | null {
  return spots.find((spot) => !things.some((thing) => overlap({ ...spot, ...size }, thing))) ?? null;
}
