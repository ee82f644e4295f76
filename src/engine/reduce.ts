import type { Effect } from "./effect.ts";
import type { Plan } from "./plan.ts";
import type { RunState } from "./runState.ts";
import type { Tick } from "./tick.ts";

export interface Reduction {
  readonly state: RunState;
  readonly effects: readonly Effect[];
}

/** The one place where a run is decided. Pure: no clock, no chance, no ids but counters in the state. */
export function reduce(_plan: Plan, _state: RunState, _tick: Tick): Reduction {
  throw new Error("not built yet");
}
