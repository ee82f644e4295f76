import { doesWork } from "./eachPart.ts";
import type { Effect } from "./effect.ts";
import type { StepPlan } from "./plan.ts";
import type { Execution } from "./stepState.ts";

/** Ends one execution: at once, or told to stop, so that it ends as what really happened (T24, T37). */
export function stopEffect(
  step: StepPlan,
  { number, item }: Execution,
  request: string,
): Extract<Effect, { kind: "stop" | "abort" }> {
  const execution = `x${number}`;
  return step.stopsGently && doesWork(item)
    ? { kind: "stop", execution, request }
    : { kind: "abort", execution, reason: "cancelled" };
}
