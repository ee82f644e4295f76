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
  if (typeof id !== "string" || id[0] !== letter || id.length < 2 || id.length > 16 || id[1] === "0") return undefined;
  // Digit by digit: every end of an execution asks, and neither a pattern nor a text of the digits is needed.
  let number = 0;
  for (let at = 1; at < id.length; at++) {
    const digit = id.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    number = 10 * number + digit;
  }
  return number;
}
