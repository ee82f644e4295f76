import type { Result } from "../engine/result.ts";
import type { InstanceEnd } from "../engine/runState.ts";
import type { Step } from "../workflow/workflow.ts";
import { handOn } from "./handOn.ts";

/** Given to a failure that no step of the inner workflow had: it is blocked, or its end was not reached. */
const unnamed = "WorkflowError";

/**
 * How the execution of a `workflow` step ends when its instance has ended (R79): with the child's result, or with the
 * child's failure, which keeps its name and data so that a retry policy can tell failures apart.
 */
export function instanceResults(step: Step, end: InstanceEnd): readonly Result[] {
  if (end.outcome === "success") return [handOn(step, end.result ?? null)];
  if (end.outcome === "cancellation") return [{ kind: "cancelled" }];
  const { failure } = end;
  const name = failure?.name ?? unnamed;
  const message = `The workflow of this step ended with ${end.outcome}${end.reason === undefined ? "" : `: ${end.reason}`}`;
  return [
    {
      kind: "fail",
      failure: {
        name,
        message,
        ...(failure?.data !== undefined && { data: failure.data }),
        ...(failure && { cause: failure }),
      },
      ...(end.outcome === "denial" && { denied: true }),
    },
  ];
}
