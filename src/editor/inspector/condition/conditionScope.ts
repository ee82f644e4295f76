import type { StepId, Workflow } from "../../../workflow/workflow.ts";
import { arrivalsAt, type LastValues } from "../arrivals/arrivals.ts";
import { memberOf } from "../arrivals/shape.ts";
import type { ConditionScope } from "./ConditionEditor.tsx";

/** What a condition at a step can look at: a task at the tasks before it, a branch at values of any kind. */
export function conditionScope(workflow: Workflow, id: StepId, last: LastValues): ConditionScope {
  const roots = arrivalsAt(workflow, id, last);
  const steps = roots.get("steps");
  const isTask = workflow.steps[id]?.needs !== undefined;
  return {
    subjects: isTask ? ["exit", "status", "output"] : ["event", "step", "store", "status", "exit", "output"],
    steps: [...(steps?.fields?.keys() ?? [])].map((step) => ({ id: step, title: workflow.steps[step]?.title ?? step })),
    shapeOf: (subject, step) => {
      if (subject === "event") return roots.get("event")?.fields?.get("data");
      if (subject === "store") return roots.get("store");
      const result = steps && memberOf(steps, step);
      return result?.fields?.get(subject === "output" ? "output" : "data");
    },
  };
}
