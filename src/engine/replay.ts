import type { Plan } from "./plan.ts";
import { reduce } from "./reduce.ts";
import type { RunState } from "./runState.ts";
import type { Tick } from "./tick.ts";

/** Folds ticks into a state and drops the effects (R49). */
export function replay(plan: Plan, state: RunState, ticks: Iterable<Tick>): RunState {
  let current = state;
  for (const tick of ticks) current = reduce(plan, current, tick).state;
  return current;
}
