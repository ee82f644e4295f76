import type { StepId } from "../workflow/workflow.ts";
import type { HistoryEntry } from "./historyAt.ts";
import { journalLine, type LineContext } from "./journalLine.ts";

/** The ticks whose line, kind or number holds every word of the text, and that concern the step when one is given. */
export function filterJournal(
  entries: readonly HistoryEntry[],
  filter: { readonly text: string; readonly step: StepId | null },
  context: LineContext,
): readonly HistoryEntry[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    if (filter.step !== null && entry.step !== filter.step) return false;
    if (words.length === 0) return true;
    const text = `${entry.tick.seq} ${entry.tick.kind} ${journalLine(entry, context).text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Where the tick of this number stands among entries that are in order; -1 when it is not among them. */
export function placeOf(entries: readonly HistoryEntry[], seq: number): number {
  const near = nearestPlace(entries, seq);
  return entries[near]?.tick.seq === seq ? near : -1;
}

/** Where the last tick up to this one stands; -1 when all come later. */
export function nearestPlace(entries: readonly HistoryEntry[], seq: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.tick.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
