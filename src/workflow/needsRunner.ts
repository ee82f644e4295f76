import { permissionsOf } from "./permissions.ts";
import { allSteps } from "./subWorkflows.ts";
import type { Workflow } from "./workflow.ts";

/** Whether a run needs the companion runner: for the machine, or because it sends a request. */
export function needsRunner(workflow: Pick<Workflow, "steps" | "hooks">): boolean {
  return (
    permissionsOf(workflow).some(({ kind }) => kind !== "host") ||
    allSteps(workflow).some(([, step]) => step.kind === "http" && step.config.via === "runner") ||
    Object.values(workflow.hooks ?? {}).some(({ webhook }) => webhook?.via === "runner")
  );
}
