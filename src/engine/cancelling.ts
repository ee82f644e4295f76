import { advance } from "./advance.ts";
import { leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { isDropped } from "./elements.ts";
import { discard } from "./endInstance.ts";
import { endRun } from "./ending.ts";
import { findExecution, isUncertain } from "./inFlight.ts";
import { settleLifecycle } from "./lifecycle.ts";
import { letGo } from "./pace.ts";
import { natural, remove, values } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { setAside } from "./settingAside.ts";
import { isStill, settledEnd } from "./settling.ts";
import { type Execution, emptyQueue } from "./stepState.ts";
import { stopEffect } from "./stopEffect.ts";
import { endedTask, endTask } from "./taskEnding.ts";
import type { Tick } from "./tick.ts";
import { dropWaiters, setAsideSuspended } from "./waiting.ts";
import { begunAnew } from "./workItem.ts";
import { queuedItems, queueLength } from "./workQueue.ts";

/** A durable intent; the first one wins (T23). Before the start it is kept and obeyed at the start (T27). */
export function requestCancel(draft: Draft, tick: Extract<Tick, { kind: "cancel-requested" }>): void {
  if (tick.execution !== undefined) return cancelOne(draft, tick.execution, tick.request);
  if (draft.run.ending !== null || draft.run.cancel !== null) {
    if (!cleansUp(draft)) return draft.ignore();
    stopCleanUp(draft, tick.request);
    return advance(draft);
  }
  draft.run.cancel = { request: tick.request, asked: false };
  draft.run.reason = tick.reason ?? null;
  if (draft.run.lifecycle === "planned") return;
  obeyCancel(draft);
  advance(draft);
}

/** What waits is cancelled at once; what runs is aborted, or told to stop and ends as what really happened (T24, T37). */
export function obeyCancel(draft: Draft): void {
  const { cancel } = draft.run;
  if (cancel === null) return;
  draft.run.paused = false;
  settleLifecycle(draft);
  for (const step of draft.plan.steps) {
    if (step.step.always && step.task !== undefined) continue;
    setAsideAll(draft, step);
    for (const execution of draft.peek(step).workers) {
      if (execution === null || isUncertain(execution)) continue;
      draft.effect(stopEffect(step, execution, cancel.request));
    }
  }
}

function cleansUp(draft: Draft): boolean {
  return draft.plan.cleanUp.some((step) => endedTask(draft.peek(step)) === undefined);
}

/** A second, explicit cancel stops the clean-up too (T41). */
function stopCleanUp(draft: Draft, request: string): void {
  for (const step of draft.plan.cleanUp) {
    setAsideAll(draft, step);
    for (const execution of draft.peek(step).workers) {
      if (execution !== null && !isUncertain(execution)) draft.effect(stopEffect(step, execution, request));
    }
  }
}

/** One execution is cancelled without the run (T28). */
function cancelOne(draft: Draft, id: string, request: string): void {
  const found = findExecution(draft, id);
  if (found === undefined || isUncertain(found.execution)) return draft.ignore();
  draft.effect(stopEffect(found.step, found.execution, request));
}

/** Everything that the run owned has stopped: it ends as what really happened (T25, T36). */
export function acknowledgeCancel(draft: Draft, request: string): void {
  const { cancel, tally } = draft.run;
  if (cancel?.request !== request || !isStill(tally)) return draft.ignore();
  const reason = draft.run.reason;
  const end = settledEnd(draft, draft.plan.root, draft.run);
  endRun(draft, end.outcome === "cancellation" && reason !== null ? { ...end, reason } : end);
}

/** An execution ended because of the cancel of the run: its item is kept for a resume (T26). */
export function cancelLost(draft: Draft, step: StepPlan, execution: Execution): void {
  leaveWorker(draft, step, execution);
  if (!isUncertain(execution)) {
    draft.notice({ kind: "not-running", step: step.id, worker: execution.worker, why: "cancelled" });
  }
  if (isDropped(draft, step, execution.item)) return discard(draft, step, execution.item);
  setAside(draft, step, begunAnew(dropWaiters(draft, step, execution.item, "open")));
}

function setAsideAll(draft: Draft, step: StepPlan): void {
  const state = draft.peek(step);
  const queued = queueLength(state.queue);
  letGo(draft, step);
  if (queued > 0) {
    draft.touch(step).queue = emptyQueue;
    draft.add("queued", -queued);
    for (const item of queuedItems(state.queue)) setAside(draft, step, item);
  }
  for (const { item, deadline } of values(state.delayed)) {
    draft.disarm(deadline);
    draft.run.delayed = remove(draft.run.delayed, item.number, natural);
    draft.add("delayed", -1);
    setAside(draft, step, item, deadline.at);
  }
  if (state.delayed !== undefined) draft.touch(step).delayed = undefined;
  for (const item of values(state.suspended)) setAsideSuspended(draft, step, item);
  for (const item of values(state.parked)) {
    draft.add("parked", -1);
    setAside(draft, step, begunAnew(item));
  }
  if (state.parked !== undefined) draft.touch(step).parked = undefined;
  if (state.task?.kind === "pending") cancelPending(draft, step);
}

function cancelPending(draft: Draft, step: StepPlan): void {
  endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: undefined, wasPending: true });
  draft.touch(step).lastOutcome = "cancellation";
  draft.run.cancelledWork = true;
}
