import type { Line } from "./layers.ts";

/** One column of boxes: how wide it is, and how high when they stand on each other. */
export interface Column {
  readonly width: number;
  readonly height: number;
}

/** The place on the screen that a layout should fit: what is left of a usual window beside palette and settings. */
const frame = { width: 920, height: 700 };
/** Smaller than this, the texts of cards are hard to read: then a line of columns is folded. Six cards fit. */
const readableZoom = 0.48;
const bandGap = 72;

/**
 * Where a long row of columns is folded into bands, one under the other as lines of text: the first column of each
 * band. A row that can be read as it is stays one band. Breaks stand where few lines cross them.
 */
export function foldColumns(columns: readonly Column[], crossing: readonly number[]): readonly number[] {
  const single = zoomOf(columns, [0]);
  if (single >= readableZoom) return [0];
  let best = { breaks: [0] as readonly number[], score: single * 1.15 };
  for (let most = 3; most < Math.min(columns.length, 48); most++) {
    const breaks = breakInto(columns.length, most, crossing);
    const cut = breaks.slice(1).reduce((sum, at) => sum + Math.max(0, (crossing[at] ?? 1) - 1), 0);
    const score = zoomOf(columns, breaks) / (1 + 0.04 * cut);
    if (score > best.score) best = { breaks, score };
  }
  return best.breaks;
}

/** How many lines lead from a column before `at` to one at or behind it, for every `at`. */
export function crossings(
  count: number,
  layerOf: ReadonlyMap<string, number>,
  forward: readonly Line[],
): readonly number[] {
  const steps = new Array<number>(count + 1).fill(0);
  for (const { from, to } of forward) {
    const [a, b] = [layerOf.get(from) ?? 0, layerOf.get(to) ?? 0];
    steps[a + 1] = (steps[a + 1] ?? 0) + 1;
    steps[b + 1] = (steps[b + 1] ?? 0) - 1;
  }
  let open = 0;
  return steps.slice(0, count).map((change) => {
    open += change;
    return open;
  });
}

function zoomOf(columns: readonly Column[], breaks: readonly number[]): number {
  let width = 0;
  let height = -bandGap;
  breaks.forEach((from, i) => {
    const band = columns.slice(from, breaks[i + 1] ?? columns.length);
    width = Math.max(
      width,
      band.reduce((sum, column) => sum + column.width, 0),
    );
    height += bandGap + Math.max(...band.map((column) => column.height));
  });
  return Math.min(frame.width / width, frame.height / height);
}

/** Breaks with at most `most` columns in a band: few crossing lines, bands about equally long. */
function breakInto(count: number, most: number, crossing: readonly number[]): readonly number[] {
  const cost = new Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
  const before = new Array<number>(count + 1).fill(0);
  cost[0] = 0;
  for (let end = 1; end <= count; end++) {
    for (let from = Math.max(0, end - most); from < end; from++) {
      const cut = from === 0 ? 0 : 1 + (crossing[from] ?? 0);
      const slack = ((most - (end - from)) / most) ** 2;
      const total = (cost[from] ?? 0) + cut + (end === count ? slack / 4 : slack);
      if (total < (cost[end] ?? 0)) {
        cost[end] = total;
        before[end] = from;
      }
    }
  }
  const breaks: number[] = [];
  for (let end = count; end > 0; end = before[end] ?? 0) breaks.unshift(before[end] ?? 0);
  return breaks;
}
