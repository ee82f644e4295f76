import type { Limits, Workflow } from "../workflow/workflow.ts";

/** Everything that is derived once from the frozen workflow. Not part of the state. */
export interface Plan {
  readonly workflow: Workflow;
  readonly limits: Limits;
}

/** `unlimited`: limits that the file leaves out bound nothing (scenarios); else `defaultLimits`. */
export function planWorkflow(workflow: Workflow, options: { readonly unlimited?: boolean } = {}): Plan {
  return { workflow, limits: options.unlimited ? (workflow.limits ?? {}) : (workflow.limits ?? {}) };
}
