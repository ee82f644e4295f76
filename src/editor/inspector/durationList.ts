import { readDuration } from "./durationText.ts";

/** Durations with commas between them, ms; a sentence when one cannot be read. */
export function readDurations(text: string): readonly number[] | string {
  const read = text
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(readDuration);
  const wrong = read.find((part) => !part.ok);
  if (wrong !== undefined && !wrong.ok) return wrong.message;
  const times = read.flatMap((part) => (part.ok && part.ms !== null ? [part.ms] : []));
  return times.length === 0 ? "Write at least one time, for example 1 s, 10 s." : times;
}
