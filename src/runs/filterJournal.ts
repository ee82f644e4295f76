import type { StepId } from "../workflow/workflow.ts";
import { journalLine, type LineContext } from "./journalLine.ts";
import type { HistoryEntry } from "./runHistory.ts";

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
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = entries[middle]?.tick.seq ?? 0;
    if (found === seq) return middle;
    if (found < seq) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
