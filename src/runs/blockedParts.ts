import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

export interface BlockedPart {
  /** What it says of one join or buffer. */
  readonly text: string;
  /** The step it speaks of, when it names one. */
  readonly step?: StepId;
}

/**
 * The reason of a blocked end (R46, T29), cut into what it says of each join, buffer and task, so that each can lead to
 * its step.
 * A sentence that is not cut this way stays one part.
 */
export function blockedParts(reason: string, workflow: Workflow): readonly BlockedPart[] {
  const [, tasks] = /^([a-z0-9_/, -]+) could not run$/.exec(reason) ?? [];
  if (tasks !== undefined) return tasks.split(", ").map((task) => ({ text: `${task} could not run`, step: task }));
  const colon = reason.indexOf(": ");
  const list = colon < 0 ? reason : reason.slice(colon + 2);
  return list.split("; ").map((text): BlockedPart => {
    const [, step] = /^(?:the buffer .+ of )?(\S+)(?: in \S+)? has /.exec(text) ?? [];
    return step !== undefined && findStep(workflow, step) ? { text, step } : { text };
  });
}
