import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import { attemptKey } from "../../protocol/runnerApi.ts";
import type { CallFailure, CallFrame } from "../../protocol/runnerCalls.ts";
import { timeoutOf } from "../../workflow/kinds.ts";
import type { Step, StepKind } from "../../workflow/workflow.ts";
import type { Work } from "../executor.ts";

/** What every call of a step to the runner says; `timeoutMs` where the step and its kind have none. */
export function callFrame<K extends StepKind>(work: Work<K>, timeoutMs: number): Omit<CallFrame, "marks"> {
  const { step, dispatch, around } = work;
  return {
    key: attemptKey(around.runId, dispatch.step, dispatch.execution),
    digest: around.digest,
    ...(around.workflowId !== undefined && { workflowId: around.workflowId }),
    epoch: around.epoch,
    timeoutMs: timeoutOf(step as Step) ?? timeoutMs,
    maxOutputBytes: step.maxOutputBytes ?? 1_048_576,
  };
}

/** A call that failed, as a result; what retry policies look at (`status`, `retryAfterMs`) is its data. */
export function callFailure(name: string, failure: CallFailure): Result {
  const { code, message, status, retryAfterMs, said } = failure;
  if (code === "denied") return { kind: "fail", denied: true, failure: { name: failureNames.denied, message } };
  const data = {
    code,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(said !== undefined && { said }),
  };
  const named = code === "timeout" ? failureNames.timedOut : code === "network" ? "NetworkError" : name;
  return { kind: "fail", failure: { name: named, message, data } };
}
