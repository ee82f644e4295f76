import type { Deadline } from "./effect.ts";
import type { RunState } from "./runState.ts";

/** The earliest deadline that the state holds, epoch ms; `null`: there is none. */
export function nextDeadline(_state: RunState): number | null {
  throw new Error("not built yet");
}

/** Deadlines that are due at `now`, by due time; equal ones in the order in which they were armed (R56). */
export function dueDeadlines(_state: RunState, _now: number): Deadline[] {
  throw new Error("not built yet");
}
