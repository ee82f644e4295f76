import { findStep } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/** Where the reasons of the engine name steps, by their ids; several are divided by commas. */
const naming = [
  /^(?<steps>\S+(?:, \S+)*) (?:failed|was denied|could not run)(?=:|$)/d,
  /^Stopped before (?<steps>\S+)(?= \(|, which has a breakpoint)/d,
];

/** What is said of the steps, and why: of a step that runs a workflow that is a reason again, of what failed inside. */
function split(rest: string): readonly [said: string, why: string] {
  const at = rest.indexOf(": ") + 2;
  return at < 2 ? [rest, ""] : [rest.slice(0, at), rest.slice(at)];
}

/** Why a run ended or paused, as a person reads it: the engine names steps by their ids, people by their titles. */
export function reasonText(reason: string, workflow: Workflow, title: (step: StepId) => string): string {
  for (const pattern of naming) {
    const [from, to] = pattern.exec(reason)?.indices?.groups?.steps ?? [];
    if (from === undefined || to === undefined) continue;
    const steps = reason.slice(from, to).split(", ");
    if (steps.some((step) => findStep(workflow, step) === undefined)) continue;
    const [said, why] = split(reason.slice(to));
    return `${reason.slice(0, from)}${steps.map((step) => `“${title(step)}”`).join(", ")}${said}${
      why && reasonText(why, workflow, title)
    }`;
  }
  return reason;
}
