import type { Bar, TimelineRow } from "./timelineBars.ts";
import type { Span } from "./viewport.ts";

/** Lanes of one step that are drawn; what runs beside them is counted. */
export const maxLanes = 8;
export const laneHeight = 19;
const rowPadding = 6;

/** Where a row stands in the scrolled height, px. */
export interface PlacedRow {
  readonly row: TimelineRow;
  readonly top: number;
  readonly height: number;
  /** Those of its lanes that are drawn. */
  readonly lanes: number;
}

export function placeRows(rows: readonly TimelineRow[]): readonly PlacedRow[] {
  let top = 0;
  return rows.map((row) => {
    const lanes = Math.min(row.lanes.length, maxLanes);
    const placed = { row, top, height: lanes * laneHeight + rowPadding, lanes };
    top += placed.height;
    return placed;
  });
}

export function laneTop(placed: PlacedRow, lane: number): number {
  return placed.top + rowPadding / 2 + lane * laneHeight;
}

/** The rows that can be seen between two heights. */
export function rowsBetween(rows: readonly PlacedRow[], from: number, to: number): readonly PlacedRow[] {
  return rows.filter(({ top, height }) => top < to && top + height > from);
}

/** The place of the first bar of a lane that ends at or after a time. Bars of a lane do not overlap and are in order. */
export function firstEndingAfter(lane: readonly Bar[], at: number): number {
  let low = 0;
  let high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lane[middle]?.to ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface HitBar {
  readonly placed: PlacedRow;
  readonly lane: number;
  readonly bar: Bar;
}

/** The bar under a point, or the nearest one within a few pixels: a short attempt must be hit too. */
export function barAt(
  rows: readonly PlacedRow[],
  point: { readonly at: number; readonly y: number },
  msPerPixel: number,
): HitBar | null {
  const placed = rows.find(({ top, height }) => point.y >= top && point.y < top + height);
  if (placed === undefined) return null;
  const lane = Math.floor((point.y - laneTop(placed, 0)) / laneHeight);
  const bars = placed.row.lanes[lane];
  if (bars === undefined || lane < 0 || lane >= placed.lanes) return null;
  const reach = 4 * msPerPixel;
  const first = firstEndingAfter(bars, point.at - reach);
  let nearest: Bar | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const bar of bars.slice(first, first + 8)) {
    if (bar.from > point.at + reach) break;
    const away = Math.max(0, bar.from - point.at, point.at - bar.to);
    if (away < distance) {
      nearest = bar;
      distance = away;
    }
  }
  return nearest === undefined ? null : { placed, lane, bar: nearest };
}

export type Move = "left" | "right" | "up" | "down";

/** The bar that an arrow key leads to: along the lane, or the one nearest in time in the lane above or below. */
export function barBeside(rows: readonly PlacedRow[], from: HitBar | null, move: Move): HitBar | null {
  const [top] = rows;
  if (from === null) {
    const bar = top?.row.lanes[0]?.[0];
    return top && bar ? { placed: top, lane: 0, bar } : null;
  }
  const row = rows.findIndex(({ row }) => row.step === from.placed.row.step);
  const placed = rows[row];
  if (placed === undefined) return null;
  if (move === "left" || move === "right") {
    const bars = placed.row.lanes[from.lane] ?? [];
    const at = bars.findIndex(
      ({ from: begin, attempt }) => begin === from.bar.from && attempt.execution === from.bar.attempt.execution,
    );
    const bar = bars[at + (move === "left" ? -1 : 1)];
    return bar === undefined ? null : { placed, lane: from.lane, bar };
  }
  const lane = from.lane + (move === "up" ? -1 : 1);
  if (lane >= 0 && lane < placed.lanes) return nearestInTime(placed, lane, from.bar);
  const next = rows[row + (move === "up" ? -1 : 1)];
  return next === undefined ? null : nearestInTime(next, move === "up" ? next.lanes - 1 : 0, from.bar);
}

function nearestInTime(placed: PlacedRow, lane: number, bar: Bar): HitBar | null {
  const bars = placed.row.lanes[lane] ?? [];
  const found = bars[Math.min(firstEndingAfter(bars, bar.from), bars.length - 1)];
  return found === undefined ? null : { placed, lane, bar: found };
}

export function spanOf({ bar }: HitBar): Span {
  return { from: bar.from, to: bar.to };
}
