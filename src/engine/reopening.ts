import { advance } from "./advance.ts";
import type { Draft } from "./draft.ts";
import { delayItem } from "./failing.ts";
import { toArray } from "./persistent/queue.ts";
import type { StepPlan } from "./plan.ts";
import { endedTask } from "./taskEnding.ts";
import { arrive } from "./workQueue.ts";

/**
 * A cancelled run goes on: what the cancel took away returns to where it was, and only that runs again (T26). It is
 * the one tick after an end that is not ignored (T36).
 */
export function reopen(draft: Draft): void {
  const { run } = draft;
  run.outcome = null;
  run.result = null;
  run.reason = null;
  run.cancelledWork = false;
  run.lifecycle = "running";
  draft.notice({ kind: "lifecycle", lifecycle: "running" });
  const cancelled = draft.plan.steps.filter(
    (step) => endedTask(draft.peek(step))?.outcome === "cancellation" && comesBack(draft, step),
  );
  for (const step of draft.plan.steps) bringBack(draft, step);
  for (const step of cancelled) reopenTask(draft, step);
  advance(draft);
}

/** A task of an instance that is over stays as it ended (R79). */
function comesBack(draft: Draft, step: StepPlan): boolean {
  const state = draft.peek(step);
  return step.scope.owner === undefined || state.setAside !== undefined || (endedTask(state)?.wasPending ?? false);
}

/** In the order of their arrival, those first whose instance goes on: one that has tasks lets no other begin (R79). */
function bringBack(draft: Draft, step: StepPlan): void {
  const items = toArray(draft.peek(step).setAside).sort(
    (a, b) => Number(b.item.instance !== null) - Number(a.item.instance !== null) || a.item.number - b.item.number,
  );
  if (items.length === 0) return;
  const copy = draft.touch(step);
  copy.setAside = undefined;
  copy.lastOutcome = null;
  for (const { item, notBefore } of items) {
    if (notBefore !== undefined && notBefore > draft.at) {
      delayItem(draft, step, item, notBefore);
    } else {
      copy.queue = arrive(copy.queue, item);
      draft.add("queued", 1);
    }
  }
}

function reopenTask(draft: Draft, step: StepPlan): void {
  const copy = draft.touch(step);
  const wasPending = endedTask(copy)?.wasPending ?? false;
  copy.lastOutcome = null;
  if (!wasPending) {
    copy.task = { kind: "ready" };
    return;
  }
  const open = (step.task?.needs ?? []).filter((need) => {
    const ended = endedTask(draft.peek(draft.stepAt(need)));
    return ended === undefined || ended.outcome === "cancellation";
  });
  copy.task = { kind: "pending", open: open.length };
  if (open.length === 0 && step.task !== undefined) draft.decidable.add(step.task.rank);
}
