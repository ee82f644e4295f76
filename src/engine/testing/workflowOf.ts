import type { Limits, Step, StepId, Workflow } from "../../workflow/workflow.ts";

/** A workflow of scripted steps, unless a step says its kind. */
export function workflowOf(
  steps: Readonly<Record<StepId, Partial<Step>>>,
  rest: Partial<Pick<Workflow, "events" | "exports">> & { readonly limits?: Limits } = {},
): Workflow {
  const whole = Object.entries(steps).map(([id, step]) => [id, { kind: "scripted", config: {}, ...step } as Step]);
  return { format: "tickwork/workflow@1", name: "test", ...rest, steps: Object.fromEntries(whole) };
}
