import type { Rect } from "../layout/rect.ts";

/** A wire, by where it leaves one card and enters the other. */
export interface Way {
  readonly id: string;
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** How a wire runs around cards: out of its port, to a height at which nothing is in the way, and into the other port. */
export interface Lane {
  readonly y: number;
  /** How far from the port it leaves it turns, and before the port it enters. */
  readonly out: number;
  readonly into: number;
}

/** How far a wire runs out of a port at least before it turns. */
export const wireStub = 22;
const clear = 14;
/** Wires that share a stretch run beside each other. */
const apart = 9;
/** A wire that is shorter has no room for a card between its ends. */
const shortWire = 240;

export function sameLane(a: Lane | undefined, b: Lane | undefined): boolean {
  return a === b || (a?.y === b?.y && a?.out === b?.out && a?.into === b?.into);
}

/** Whether a wire leads to a card on its left, or below itself: it cannot be a curve then. */
export function leadsBack({ sourceX, targetX }: Pick<Way, "sourceX" | "targetX">): boolean {
  return targetX < sourceX - 8;
}

/**
 * The lanes of wires that lead back, and of those whose curve would run over a card: each on the shortest way that
 * touches nothing, and beside those that took their place before it. The others need none. An open frame is in the way
 * of wires that have no end in it.
 */
export function lanesOf(
  ways: readonly Way[],
  allCards: readonly Rect[],
  frames: readonly Rect[] = [],
): ReadonlyMap<string, Lane> {
  const lanes = new Map<string, Lane>();
  const taken: { readonly left: number; readonly right: number; readonly y: number }[] = [];
  for (const way of ways) {
    const cards = frames.length === 0 ? allCards : [...allCards, ...frames.filter((frame) => !hasEndOf(way, frame))];
    if (!leadsBack(way) && !isCovered(way, cards)) continue;
    const { id, sourceX, sourceY, targetX, targetY } = way;
    const ends = [sourceX + wireStub, targetX - wireStub];
    const [left, right] = [Math.min(...ends), Math.max(...ends)];
    const blocked = [
      ...cards.flatMap(({ x, y, width, height }) =>
        x < right && x + width > left ? [{ from: y - clear, to: y + height + clear }] : [],
      ),
      ...taken.flatMap((lane) =>
        lane.left < right && lane.right > left ? [{ from: lane.y - apart, to: lane.y + apart }] : [],
      ),
    ];
    const middle = (sourceY + targetY) / 2;
    // As a person draws it: a way back below its cards, unless the one above is much shorter.
    const highest = Math.min(sourceY, targetY);
    const detour = (y: number) => Math.abs(y - sourceY) + Math.abs(y - targetY) + (y < highest ? 90 : 0);
    const y = nearestFree(blocked, middle, detour);
    taken.push({ left, right, y });
    lanes.set(id, {
      y,
      out: turnBeyond(sourceX, sourceY, y, cards, 1),
      into: turnBeyond(targetX, targetY, y, cards, -1),
    });
  }
  return lanes;
}

function hasEndOf({ sourceX, sourceY, targetX, targetY }: Way, { x, y, width, height }: Rect): boolean {
  const isInside = (atX: number, atY: number) => atX > x && atX < x + width && atY > y && atY < y + height;
  return isInside(sourceX, sourceY) || isInside(targetX, targetY);
}

/** How far from a port a wire must turn so that its way up or down to `laneY` meets no card. */
function turnBeyond(x: number, y: number, laneY: number, cards: readonly Rect[], side: 1 | -1): number {
  const [top, bottom] = [Math.min(y, laneY), Math.max(y, laneY)];
  const blocked = cards.flatMap((card) => {
    if (card.y >= bottom || card.y + card.height <= top) return [];
    const [from, to] = [card.x - clear, card.x + card.width + clear];
    const [near, far] = side === 1 ? [from - x, to - x] : [x - to, x - from];
    return far > wireStub ? [{ from: near, to: far }] : [];
  });
  const beyond = nearestFree(
    [{ from: Number.NEGATIVE_INFINITY, to: wireStub }, ...blocked],
    wireStub,
    (distance) => distance,
  );
  // So far around looks worse than a line behind a card.
  return beyond > 700 ? wireStub : beyond;
}

/** The free place with the least cost, as near to `wish` as its gap allows; of two equal ones the greater. */
function nearestFree(
  blocked: readonly { readonly from: number; readonly to: number }[],
  wish: number,
  cost: (place: number) => number,
): number {
  const sorted = [...blocked].sort((a, b) => a.from - b.from);
  const places: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of sorted) {
    if (from > end) places.push(Math.min(from, Math.max(end, wish)));
    end = Math.max(end, to);
  }
  places.push(Math.max(end, wish));
  return places.reduce((best, place) => (cost(place) <= cost(best) ? place : best));
}

/** Whether the curve of a wire that leads on runs over a card. */
function isCovered({ sourceX, sourceY, targetX, targetY }: Way, cards: readonly Rect[]): boolean {
  if (targetX - sourceX < shortWire) return false;
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)];
  const near = cards.filter(
    ({ x, y, width, height }) => x < targetX && x + width > sourceX && y < bottom + 1 && y + height > top - 1,
  );
  if (near.length === 0) return false;
  const bend = (targetX - sourceX) / 2;
  for (let i = 1; i < 24; i++) {
    const t = i / 24;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    const x = a * sourceX + b * (sourceX + bend) + c * (targetX - bend) + d * targetX;
    const y = (a + b) * sourceY + (c + d) * targetY;
    if (near.some((card) => x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height))
      return true;
  }
  return false;
}
