import { overlap, type Rect } from "./rect.ts";

/** How far a block must move down until nothing is nearer to it than `gap`, px; 0 where it is clear already. */
export function clearBelow(block: Rect, things: readonly Rect[], gap: number): number {
  const { x, width, height } = block;
  const wide = { x: x - gap, width: width + 2 * gap, height: height + 2 * gap };
  let y = block.y;
  // What is hit reaches below the block's top by less than its gap, so each turn leads below one more thing.
  for (;;) {
    const hit = things.filter((thing) => overlap({ ...wide, y: y - gap }, thing));
    if (hit.length === 0) return y - block.y;
    y = Math.max(...hit.map((thing) => thing.y + thing.height)) + gap;
  }
}
