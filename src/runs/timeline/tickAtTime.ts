import type { HistoryEntry } from "../historyAt.ts";
import type { ShownTime } from "./shownTime.ts";

/** The last tick that was written up to a time; the first one for an earlier time. */
export function tickAtTime(
  entries: readonly Pick<HistoryEntry, "tick">[],
  at: number,
  shown: ShownTime = (time) => time,
): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shown(entries[middle]?.tick.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}
