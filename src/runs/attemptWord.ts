import type { Tone } from "../ui/Chip.tsx";
import type { Attempt } from "./attempt.ts";

const ends = {
  completed: { tone: "ok", word: "success" },
  failed: { tone: "bad", word: "failed" },
  denied: { tone: "bad", word: "denied" },
  retrying: { tone: "bad", word: "failed, tried again" },
  waiting: { tone: "wait", word: "went to wait" },
  rerun: { tone: "neutral", word: "interrupted, run again" },
  cancelled: { tone: "neutral", word: "cancelled" },
  uncertain: { tone: "wait", word: "nobody knows" },
  ended: { tone: "neutral", word: "stopped with the run" },
} as const satisfies Record<NonNullable<Attempt["end"]>, { tone: Tone; word: string }>;

/** How an attempt stands or ended. */
export function attemptWord(attempt: Attempt): { readonly tone: Tone; readonly word: string } {
  return attempt.end === undefined ? { tone: "run", word: "running" } : ends[attempt.end];
}
