import type { Rect } from "../layout/rect.ts";

/** A wire that leads back, by where it leaves one card and enters the other. */
export interface WayBack {
  readonly id: string;
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** How far a wire runs out of a port before it turns. */
export const wireStub = 22;
const clear = 14;
/** Ways back that share a stretch run beside each other. */
const apart = 9;

/**
 * The height at which each way back crosses under or over the cards: where it touches none of them, on the shortest
 * way, and beside those that took the place before it.
 */
export function lanesOf(ways: readonly WayBack[], cards: readonly Rect[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  const taken: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  for (const { id, sourceX, sourceY, targetX, targetY } of ways) {
    const [left, right] = [targetX - wireStub, sourceX + wireStub];
    const blocked = [
      ...cards.flatMap(({ x, y, width, height }) =>
        x < right && x + width > left ? [{ from: y - clear, to: y + height + clear }] : [],
      ),
      ...taken.flatMap((lane) =>
        lane.left < right && lane.right > left ? [{ from: lane.y - apart, to: lane.y + apart }] : [],
      ),
    ];
    const y = freeHeight(blocked, sourceY, targetY);
    taken.push({ left, right, y });
    lanes.set(id, y);
  }
  return lanes;
}

/** The free height with the least detour; of two equal ones the lower. */
function freeHeight(
  blocked: readonly { readonly from: number; readonly to: number }[],
  sourceY: number,
  targetY: number,
): number {
  const sorted = [...blocked].sort((a, b) => a.from - b.from);
  const gaps: { from: number; to: number }[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { from, to } of sorted) {
    if (from > bottom) gaps.push({ from: bottom, to: from });
    bottom = Math.max(bottom, to);
  }
  gaps.push({ from: bottom, to: Number.POSITIVE_INFINITY });
  const middle = (sourceY + targetY) / 2;
  const heights = gaps.map(({ from, to }) => Math.min(to, Math.max(from, middle)));
  const detour = (y: number) => Math.abs(y - sourceY) + Math.abs(y - targetY);
  return heights.reduce((best, y) => (detour(y) <= detour(best) ? y : best));
}
