import type { Deadline } from "./effect.ts";
import { first, natural, type SortedMap, values } from "./persistent/sortedMap.ts";
import type { RunState } from "./runState.ts";

/** Deadlines stand by due time, equal ones in the order in which they were armed (R56). */
export interface DeadlineKey {
  /** Epoch ms. */
  readonly at: number;
  /** Counts the deadlines that the run armed. */
  readonly order: number;
}

/** A deadline of the state, with what it is called in the trace. */
export interface ArmedDeadline {
  readonly what: "retry" | "waiter" | "delay" | "run" | "pace";
  readonly deadline: Deadline;
}

export type Deadlines = SortedMap<DeadlineKey, ArmedDeadline>;

export function compareDeadlines(a: DeadlineKey, b: DeadlineKey): number {
  return natural(a.at, b.at) || natural(a.order, b.order);
}

/** The earliest deadline that the state holds, epoch ms; `null`: there is none. */
export function nextDeadline(state: RunState): number | null {
  return first(state.deadlines)?.key.at ?? null;
}

/** Deadlines that are due at `now`, by due time; equal ones in the order in which they were armed (R56). */
export function dueDeadlines(state: RunState, now: number): Deadline[] {
  const due: Deadline[] = [];
  for (const { deadline } of values(state.deadlines)) {
    if (deadline.at > now) break;
    due.push(deadline);
  }
  return due;
}
