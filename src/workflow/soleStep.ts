import type { Step, StepId, Workflow } from "./workflow.ts";

/** A workflow of this step alone, which the start begins: what a test of it carries out, and has to be allowed. */
export function soleStep(workflow: Workflow, id: StepId): Workflow | undefined {
  const step = Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
  if (step === undefined) return undefined;
  const { accepts: _, needs, when: __, always: ___, forEach: ____, set: _____, ...fields } = step;
  const trigger = needs === undefined ? { accepts: ["Start"] } : { needs: [] };
  const sole = { ...fields, ...trigger } as Step;
  const { format, name, limits, events } = workflow;
  return { format, name, ...(limits && { limits }), ...(events && { events }), steps: { [id]: sole } };
}
