import type { Draft } from "./draft.ts";
import { push } from "./persistent/queue.ts";
import type { StepPlan } from "./plan.ts";
import { endTask } from "./taskEnding.ts";
import type { WorkItem } from "./workItem.ts";

/** A cancel takes the item away before it could end; a resume brings it back (T23, T26). */
export function setAside(draft: Draft, step: StepPlan, item: WorkItem, notBefore?: number): void {
  const copy = draft.touch(step);
  copy.setAside = push(copy.setAside, { item, ...(notBefore !== undefined && { notBefore }) });
  copy.lastOutcome = "cancellation";
  draft.run.cancelledWork = true;
  endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: item.lineage.trail });
}
