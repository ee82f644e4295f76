import type { Draft } from "./draft.ts";
import { find, natural } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { Execution } from "./stepState.ts";
import type { ExecutionId } from "./tick.ts";

/** An execution that is in flight or uncertain; `undefined` when it is unknown or finished (R12). */
export function findExecution(
  draft: Draft,
  id: ExecutionId,
): { readonly step: StepPlan; readonly execution: Execution } | undefined {
  const number = numberOf(id, "x");
  const place = number === undefined ? undefined : find(draft.run.executions, number, natural);
  if (place === undefined) return undefined;
  const step = draft.stepAt(place.step);
  const execution = draft.peek(step).workers[place.worker];
  return execution ? { step, execution } : undefined;
}

/** The same in a state that no reduction is changing. */
export function executionIn(
  state: RunState,
  id: ExecutionId,
): { readonly step: number; readonly execution: Execution } | undefined {
  const number = numberOf(id, "x");
  const place = number === undefined ? undefined : find(state.executions, number, natural);
  const execution = place && stepAt(state, place.step).workers[place.worker];
  return place && execution ? { step: place.step, execution } : undefined;
}

export function isUncertain(execution: Execution): boolean {
  return execution.uncertain !== undefined;
}

/** The number in `x7` or `i7`; `undefined` for anything else. */
export function numberOf(id: unknown, letter: "x" | "i"): number | undefined {
  if (typeof id !== "string" || !id.startsWith(letter)) return undefined;
  const digits = id.slice(1);
  return /^[1-9][0-9]{0,14}$/.test(digits) ? Number(digits) : undefined;
}
