import { findStep, localId, scopeOf } from "./subWorkflows.ts";
import type { StepId, Workflow } from "./workflow.ts";

/** What a step is called; one of a workflow inside a step stands behind that step: `Build / Test`. */
export function stepTitle(workflow: Workflow, path: StepId): string {
  const own = findStep(workflow, path)?.title ?? localId(path);
  const scope = scopeOf(path);
  return scope === "" ? own : `${stepTitle(workflow, scope)} / ${own}`;
}
