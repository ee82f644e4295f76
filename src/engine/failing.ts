import { advance } from "./advance.ts";
import { closeBatches } from "./batches.ts";
import type { Draft } from "./draft.ts";
import { dropElements } from "./dropElements.ts";
import { endElement, isElement } from "./elements.ts";
import { endInstance, leaveInstance } from "./endInstance.ts";
import { endRun } from "./ending.ts";
import type { Failure } from "./failure.ts";
import { failureData, recoveryOf } from "./handling.ts";
import { numberOf } from "./inFlight.ts";
import { instanceIn } from "./instances.ts";
import { endItem } from "./items.ts";
import { letGo, paceOrder } from "./pace.ts";
import { find, natural, put, remove } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Exit } from "./result.ts";
import { endTask } from "./taskEnding.ts";
import type { ItemId, RetryVerdict } from "./tick.ts";
import { extendTrail } from "./trail.ts";
import { dropWaiters } from "./waiting.ts";
import { itemId, triggerName, type WorkItem } from "./workItem.ts";
import { becomeDue } from "./workQueue.ts";

export interface Failing {
  readonly item: WorkItem;
  readonly failure: Failure;
  readonly denied: boolean;
  readonly exit?: Exit;
  /** The worker it left, for its line; absent when that line was written before (T34). */
  readonly worker?: number;
}

type Retry = Exclude<RetryVerdict, null>;

/** The verdict is in the tick (R19). While a cancel or the end is under way a failure is a failure (T35). */
export function mayTryAgain(draft: Draft, verdict: RetryVerdict | undefined): verdict is Retry {
  return (
    verdict !== null &&
    typeof verdict?.retryAfterMs === "number" &&
    draft.run.cancel === null &&
    draft.run.ending === null
  );
}

/**
 * The item goes to the head of its own step's queue, without being routed again (R20). It keeps the answers that it
 * has and forgets the waits that timed out (R38).
 */
export function tryAgain(draft: Draft, step: StepPlan, failing: Failing, retry: Retry): void {
  noteNotRunning(draft, step, failing, "retrying");
  const kept = leaveInstance(draft, dropWaiters(draft, step, failing.item, "timed-out"));
  const counted = retry.correction ? { corrections: kept.corrections + 1 } : { failures: kept.failures + 1 };
  const item = { ...kept, ...counted, attempt: kept.attempt + 1, lastFailure: failing.failure };
  const copy = draft.touch(step);
  copy.lastFailure = failing.failure;
  if (copy.task?.kind === "running" && copy.workers.length === 0) copy.task = { kind: "ready" };
  if (retry.retryAfterMs > 0) delayItem(draft, step, item, draft.at + retry.retryAfterMs);
  else {
    copy.queue = becomeDue(copy.queue, item, draft.count("failure"));
    draft.add("queued", 1);
  }
  advance(draft, { own: step });
}

/** Not before `at` (epoch ms), and only a `wake-up` tick says that it has passed (R8). */
export function delayItem(draft: Draft, step: StepPlan, item: WorkItem, at: number): void {
  const order = draft.count("failure");
  const deadline = draft.arm("retry", { kind: "wake-up", at, item: itemId(item.number) });
  const copy = draft.touch(step);
  copy.delayed = put(copy.delayed, order, { item, deadline }, natural);
  draft.run.delayed = put(draft.run.delayed, item.number, { step: step.index, order }, natural);
  draft.add("delayed", 1);
}

/** The item becomes eligible, before what arrived and in the order in which they failed (R8, R56). */
export function wakeUp(draft: Draft, id: ItemId): void {
  const number = numberOf(id, "i");
  const place = number === undefined ? undefined : find(draft.run.delayed, number, natural);
  if (number === undefined || place === undefined) return draft.ignore();
  const step = draft.stepAt(place.step);
  if (place.order === paceOrder) return wakePaced(draft, step);
  const copy = draft.touch(step);
  const delayed = find(copy.delayed, place.order, natural);
  if (delayed === undefined || delayed.deadline.at > draft.at) return draft.ignore();
  draft.disarm(delayed.deadline);
  draft.run.delayed = remove(draft.run.delayed, number, natural);
  copy.delayed = remove(copy.delayed, place.order, natural);
  copy.queue = becomeDue(copy.queue, delayed.item, place.order);
  draft.add("delayed", -1);
  draft.add("queued", 1);
  advance(draft, { own: step });
}

function wakePaced(draft: Draft, step: StepPlan): void {
  const { pace } = draft.peek(step);
  if (pace === null || pace.from > draft.at) return draft.ignore();
  letGo(draft, step);
  advance(draft, { own: step });
}

/** It failed for good: the port, the handler, or `onFailure` (R23, R60, R70). */
export function giveUp(draft: Draft, step: StepPlan, failing: Failing): void {
  noteNotRunning(draft, step, failing, failing.denied ? "denied" : "failed");
  const outcome = failing.denied ? "denial" : "failure";
  const dropped = leaveInstance(draft, dropWaiters(draft, step, failing.item, "all"));
  const item = { ...dropped, failures: dropped.failures + 1, lastFailure: failing.failure };
  const trail = extendTrail(item.lineage.trail, step.id, draft.tick.seq, item.attempt);
  const copy = draft.touch(step);
  copy.lastOutcome = outcome;
  copy.lastFailure = failing.failure;

  if (isElement(item)) return giveUpElement(draft, step, { ...failing, item });
  const recovery = recoveryOf(step, { ...item.lineage, trail });
  if (recovery === undefined && step.step.onFailure === "park" && draft.run.cancel === null) {
    return park(draft, step, item);
  }
  endItem(draft, item);
  if (step.task !== undefined) {
    endTask(draft, step, { kind: "ended", outcome, trail, ...(failing.exit !== undefined && { exit: failing.exit }) });
  } else if (recovery === undefined && step.step.onFailure !== "skip") {
    return endWithFailure(draft, step, { ...failing, item });
  }
  if (recovery === undefined) return advance(draft, { own: step });
  const event = { type: recovery.type, data: failureData(draft, step, item, failing.failure) };
  advance(draft, { own: step, events: [{ event, lineage: recovery.lineage }] });
}

/** `onFailure` decides over one element; what fails the list goes through port or handler once (R72). */
function giveUpElement(draft: Draft, step: StepPlan, failing: Failing): void {
  const { onFailure } = step.step;
  if (onFailure === "park" && draft.run.cancel === null) return park(draft, step, failing.item);
  if (onFailure !== "skip") return failElement(draft, step, failing);
  endElement(draft, step, failing.item, { skipped: true });
  closeBatches(draft);
  advance(draft, { own: step });
}

function failElement(draft: Draft, step: StepPlan, failing: Failing): void {
  const { item, failure, denied, exit } = failing;
  const data = failureData(draft, step, item, failure);
  if (step.task !== undefined) {
    const failed = {
      outcome: denied ? ("denial" as const) : ("failure" as const),
      data,
      ...(exit !== undefined && { exit }),
      seq: draft.tick.seq,
      attempt: item.attempt,
    };
    endElement(draft, step, item, { failed });
    closeBatches(draft);
    return advance(draft, { own: step });
  }
  const whole = dropElements(draft, step, item);
  endItem(draft, item);
  if (whole === null) return advance(draft, { own: step });
  endItem(draft, whole);
  const trail = extendTrail(whole.lineage.trail, step.id, draft.tick.seq, item.attempt);
  const recovery = recoveryOf(step, { ...whole.lineage, trail });
  if (recovery === undefined) return endWithFailure(draft, step, failing);
  advance(draft, { own: step, events: [{ event: { type: recovery.type, data }, lineage: recovery.lineage }] });
}

/** Waits for a person: run again, it succeeded, give up (R70). */
function park(draft: Draft, step: StepPlan, item: WorkItem): void {
  const copy = draft.touch(step);
  copy.parked = put(copy.parked, item.number, item, natural);
  draft.add("parked", 1);
  draft.notice({ kind: "parked", step: step.id, event: triggerName(item.trigger) ?? "" });
  advance(draft, { own: step });
}

/** A person gives a parked item up: then as `fail` (R70). */
export function giveUpParked(draft: Draft, step: StepPlan, item: WorkItem): void {
  const failure = item.lastFailure ?? { name: "Error", message: "A person gave it up." };
  if (isElement(item)) return failElement(draft, step, { item, failure, denied: false });
  endItem(draft, item);
  if (step.task === undefined) return endWithFailure(draft, step, { item, failure, denied: false });
  const trail = extendTrail(item.lineage.trail, step.id, draft.tick.seq, item.attempt);
  endTask(draft, step, { kind: "ended", outcome: "failure", trail });
  advance(draft, { own: step });
}

/**
 * A failure that nobody takes ends the run, a cancelled one when everything that it owns has stopped (R23). Inside a
 * workflow it ends that one, and is the failure of the step that runs it (R79).
 */
function endWithFailure(draft: Draft, step: StepPlan, { item, failure, denied }: Failing): void {
  const end = {
    outcome: denied ? ("denial" as const) : ("failure" as const),
    reason: `${step.id} ${denied ? "was denied" : "failed"}: ${failure.message}`,
  };
  const within = instanceIn(draft.run, item.lineage.scope);
  if (within !== undefined) {
    endInstance(draft, within, { ...end, failure });
    return advance(draft, { own: step });
  }
  if (draft.run.cancel === null) return endRun(draft, end);
  draft.run.failed ??= end;
  advance(draft, { own: step });
}

function noteNotRunning(
  draft: Draft,
  step: StepPlan,
  { worker }: Failing,
  why: "retrying" | "failed" | "denied",
): void {
  if (worker !== undefined) draft.notice({ kind: "not-running", step: step.id, worker, why });
}
