import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { settleLifecycle } from "./lifecycle.ts";
import type { StepPlan } from "./plan.ts";
import { triggerName, type WorkItem } from "./workItem.ts";

/**
 * Whether the run stops before it begins this item: then it is paused and nothing begins any more, what is running
 * goes on. An item that goes on after a wait, or that a resume let pass, is not stopped.
 */
export function stopsBefore(draft: Draft, step: StepPlan, item: WorkItem): boolean {
  const { breaks } = draft.run;
  if (breaks === null) return false;
  if (breaks.passes === item.number) {
    draft.run.breaks = { ...breaks, passes: null };
    return false;
  }
  const event = triggerName(item.trigger);
  const isBreak = breaks.steps.includes(step.id) || (event !== undefined && breaks.events.includes(event));
  if (!isBreak || !doesWork(item) || item.waiters.length > 0 || draft.run.cancel !== null || step.step.always)
    return false;
  draft.run.breaks = { ...breaks, stopped: { step: step.index, item: item.number } };
  draft.run.paused = true;
  draft.run.idle = false;
  draft.run.reason = `Stopped before ${step.id}${event === undefined ? "" : ` (${event})`}, which has a breakpoint.`;
  settleLifecycle(draft);
  return true;
}

/** A resume lets the item pass before which the run stopped. */
export function letPass(draft: Draft): void {
  const { breaks } = draft.run;
  if (breaks !== null) draft.run.breaks = { ...breaks, stopped: null, passes: breaks.stopped?.item ?? null };
}
