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
