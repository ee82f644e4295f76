import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/** Why a run ended, as a person reads it: the engine names a step by its id, the page by its title. */
export function reasonText(reason: string, workflow: Workflow, title: (step: StepId) => string): string {
  const [whole, step] = /^(\S+) (?:failed|was denied)(?=:|$)/.exec(reason) ?? [];
  if (whole === undefined || step === undefined || findStep(workflow, step) === undefined) return reason;
  return `“${title(step)}”${reason.slice(step.length)}`;
}
