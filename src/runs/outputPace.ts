import type { OutputUpdate } from "../protocol/runUpdate.ts";

/** What one frame reads of an output, characters: more of it would be felt. */
const perFrame = 1024 * 1024;
/** What may wait for its frame; of more, the oldest is counted instead of shown. */
const mostWaiting = 8 * 1024 * 1024;

/** Splits what came into what is read now and what waits for the next frame. At least one update is read. */
export function paceOutput(waiting: readonly OutputUpdate[]): {
  readonly now: readonly OutputUpdate[];
  readonly later: readonly OutputUpdate[];
} {
  let read = 0;
  let count = 0;
  while (count < waiting.length && (count === 0 || read < perFrame)) read += lengthOf(waiting[count++]);
  return { now: waiting.slice(0, count), later: withoutOldest(waiting.slice(count)) };
}

function withoutOldest(waiting: readonly OutputUpdate[]): readonly OutputUpdate[] {
  let excess = waiting.reduce((sum, update) => sum + lengthOf(update), 0) - mostWaiting;
  if (excess <= 0) return waiting;
  const kept: OutputUpdate[] = [];
  for (const update of waiting) {
    if (excess <= 0 || update.kind === "end" || update.kind === "unavailable") {
      kept.push(update);
      continue;
    }
    excess -= lengthOf(update);
    const { stream, from } = update;
    const to = update.kind === "gap" ? update.to : from + new TextEncoder().encode(update.text).length;
    const last = kept.at(-1);
    if (last?.kind === "gap" && last.stream === stream && last.to === from) kept[kept.length - 1] = { ...last, to };
    else kept.push({ kind: "gap", stream, from, to });
  }
  return kept;
}

function lengthOf(update: OutputUpdate | undefined): number {
  return update?.kind === "bytes" ? update.text.length : 0;
}
