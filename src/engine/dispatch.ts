import { stopsBefore } from "./breaking.ts";
import { buffersInScope, versionsInScope } from "./buffers.ts";
import { firstClaim, freeWorker, hasFreeWorker, mayBegin, occupyCapacity, occupyWorkspace } from "./capacity.ts";
import type { Mutable } from "./copies.ts";
import type { Draft } from "./draft.ts";
import type { Dispatch, WaitOutcome } from "./effect.ts";
import { innerBatchOf, isElement } from "./elements.ts";
import { endRun } from "./ending.ts";
import { instanceAt, instanceIn, isHosting } from "./instances.ts";
import { endItem } from "./items.ts";
import { settleLifecycle } from "./lifecycle.ts";
import { isHeldBack, spend } from "./pace.ts";
import { find, natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { setAside } from "./settingAside.ts";
import type { Execution, StepState } from "./stepState.ts";
import { begunAt, itemId, triggerEvent, triggerName, type WorkItem } from "./workItem.ts";
import { arrive, headOf, queueLength, withoutHead } from "./workQueue.ts";

/** Hands an item to its step: it begins at once or queues (R9). Clean-up goes on also under a cancel and at the end (T41). */
export function offer(draft: Draft, step: StepPlan, item: WorkItem): void {
  if (!step.step.always && draft.run.ending !== null) return endItem(draft, item);
  if (!step.step.always && draft.run.cancel !== null) return setAside(draft, step, item);
  const state = draft.peek(step);
  // In this order: a long list asks for each of its items, and only the first few find an empty queue.
  const isNext = draft.dispatching && queueLength(state.queue) === 0 && hasFreeWorker(step, state);
  if (isNext && mayBegin(draft, step, item.number) && !isHeldBack(draft, step, item) && !stopsBefore(draft, step, item))
    return dispatch(draft, step, item);
  const copy = draft.touch(step);
  copy.queue = arrive(copy.queue, item);
  draft.add("queued", 1);
  if (!draft.run.paused) notePreparing(draft, step, item);
}

/** Dispatches from the step's own queue while it is its turn (R11). */
export function drain(draft: Draft, step: StepPlan): void {
  for (;;) {
    if (!draft.dispatching) return;
    const state = draft.peek(step);
    const head = headOf(state.queue);
    if (head === undefined || !hasFreeWorker(step, state) || !mayBegin(draft, step, head.number)) return;
    if (isHeldBack(draft, step, head) || stopsBefore(draft, step, head)) return;
    dispatchHead(draft, step, head);
  }
}

/** Gives free capacity to whoever waits for it, first claim first (R44). */
export function grantCapacity(draft: Draft): void {
  while (draft.dispatching) {
    const step = firstClaim(draft);
    const head = step && headOf(draft.peek(step).queue);
    if (step === undefined || head === undefined) return;
    if (isHeldBack(draft, step, head)) continue;
    if (stopsBefore(draft, step, head)) return;
    dispatchHead(draft, step, head);
  }
}

export function dispatchHead(draft: Draft, step: StepPlan, head: WorkItem): void {
  const copy = draft.touch(step);
  copy.queue = withoutHead(copy.queue);
  draft.add("queued", -1);
  dispatch(draft, step, head);
}

export function notePreparing(draft: Draft, step: StepPlan, item: WorkItem): void {
  const event = triggerName(item.trigger);
  draft.notice(
    event === undefined ? { kind: "preparing", step: step.id } : { kind: "preparing", step: step.id, event },
  );
}

/** Begins an execution on the lowest free worker. */
export function dispatch(draft: Draft, step: StepPlan, item: WorkItem): void {
  const worker = freeWorker(step, draft.peek(step));
  if (worker === undefined) throw new Error(`No free worker of ${step.id} for ${itemId(item.number)}`);
  if (reachedMaximum(draft, step)) return;
  occupyCapacity(draft, step, 1);
  occupyWorkspace(draft, step, 1);
  draft.add("running", 1);
  countHost(draft, item, 1);
  const execution = occupyWorker(draft, step, worker, item);
  const event = triggerName(item.trigger);
  const { attempt } = item;
  draft.notice(
    event === undefined
      ? { kind: "running", step: step.id, worker, attempt }
      : { kind: "running", step: step.id, worker, attempt, event },
  );
  draft.effect({ kind: "start", dispatch: dispatchOf(draft, step, execution) });
  spend(draft, step, item);
}

/** Begins again on the same worker, with a fresh view and a new id; the attempt stays (R27, R54). */
export function dispatchAgain(draft: Draft, step: StepPlan, stale: Execution): void {
  draft.forget(stale.number);
  if (reachedMaximum(draft, step)) return;
  const execution = occupyWorker(draft, step, stale.worker, stale.item);
  draft.effect({ kind: "start", dispatch: dispatchOf(draft, step, execution) });
}

/** Takes an execution from its worker, with everything that it held. */
export function leaveWorker(draft: Draft, step: StepPlan, execution: Execution): void {
  setWorker(draft, step, execution.worker, null);
  draft.forget(execution.number);
  occupyWorkspace(draft, step, -1);
  if (execution.uncertain === undefined) {
    occupyCapacity(draft, step, -1);
    draft.add("running", -1);
    countHost(draft, execution.item, -1);
  } else {
    draft.add("uncertain", -1);
    settleLifecycle(draft);
  }
}

/** Nobody knows what became of it: its worker and its workspace stay taken, its capacity is free (T38). */
export function holdWorkerOnly(draft: Draft, step: StepPlan, execution: Execution): void {
  setWorker(draft, step, execution.worker, execution);
  occupyCapacity(draft, step, -1);
  draft.add("running", -1);
  countHost(draft, execution.item, -1);
  draft.add("uncertain", 1);
}

/** An execution that only waits for its instance keeps nobody from being idle (R46, R79). */
function countHost(draft: Draft, item: WorkItem, difference: 1 | -1): void {
  if (isHosting(draft.run, item)) draft.add("hosting", difference);
}

/** Replaces what a worker carries out; `null` frees it. */
export function setWorker(draft: Draft, step: StepPlan, worker: number, execution: Execution | null): void {
  const workers = draft.ownWorkers(step);
  while (workers.length <= worker) workers.push(null);
  workers[worker] = execution;
  while (workers.length > 0 && workers[workers.length - 1] === null) workers.pop();
}

/** What an executor is told. */
export function dispatchOf(draft: Draft, step: StepPlan, execution: Execution): Dispatch {
  const state = draft.peek(step);
  const { item } = execution;
  const { elements } = item.lineage;
  // All fields at once, most of them empty: adding them one by one would cost more than everything else here.
  const dispatch: Mutable<Dispatch> = {
    execution: `x${execution.number}`,
    item: itemId(item.number),
    step: step.id,
    worker: execution.worker,
    attempt: item.attempt,
    failures: item.failures,
    corrections: item.corrections,
    firstAttemptAt: item.firstAttemptAt ?? execution.at,
    at: execution.at,
    lastFailure: item.lastFailure ?? undefined,
    event: triggerEvent(item.trigger),
    trail: item.lineage.trail,
    within: undefined,
    hosts: undefined,
    element: elements[elements.length - 1],
    elements: elements.length > 1 ? elements.slice(0, -1) : undefined,
    each: item.each ?? undefined,
    list: isElement(item) ? innerBatchOf(item) : undefined,
    waits: item.waiters.length === 0 ? noWaits : item.waiters.flatMap((id) => waitOutcome(state, id)),
    once: item.once,
    buffers: buffersInScope(state, item.lineage.scope),
  };
  if (draft.plan.nested) {
    const within = instanceIn(draft.run, item.lineage.scope);
    const hosted = instanceAt(draft.run, item.instance);
    if (within !== undefined) dispatch.within = within;
    if (hosted !== undefined) dispatch.hosts = { since: hosted.since, end: hosted.end };
  }
  return dispatch;
}

const noWaits: readonly WaitOutcome[] = [];

function waitOutcome(state: Readonly<StepState>, id: string): WaitOutcome | [] {
  const waiter = find(state.waiters, id, natural);
  if (waiter === undefined || waiter.state.kind === "open") return [];
  return {
    waiter: waiter.id,
    ...(waiter.named && { id: waiter.id }),
    ordinal: waiter.ordinal,
    type: waiter.type,
    ...(waiter.state.kind === "resolved" ? { event: waiter.state.event } : { timedOut: true as const }),
    since: waiter.since,
    ...(waiter.dueAt !== undefined && { dueAt: waiter.dueAt }),
  };
}

function occupyWorker(draft: Draft, step: StepPlan, worker: number, item: WorkItem): Execution {
  const execution: Execution = {
    number: draft.count("execution"),
    item: begunAt(item, draft.at),
    worker,
    at: draft.at,
    saw: versionsInScope(draft.peek(step), item.lineage.scope),
    sends: 0,
  };
  setWorker(draft, step, worker, execution);
  draft.run.executions = put(draft.run.executions, execution.number, { step: step.index, worker }, natural);
  const { task } = draft.peek(step);
  if (task?.kind === "ready") draft.touch(step).task = { kind: "running" };
  return execution;
}

/** A runaway is stopped (R45). */
function reachedMaximum(draft: Draft, step: StepPlan): boolean {
  // Nothing may keep a clean-up, and with it the end, from happening (T41).
  if (step.step.always) return false;
  const { maxExecutions } = draft.plan.bounds;
  if (draft.run.counters.execution <= maxExecutions) return false;
  const reason = `The run has begun ${maxExecutions} executions, as many as its limit maxExecutions allows, and the next was to be one of ${step.id}. If its events go round in a circle, give the circle a way out; else raise the limit.`;
  endRun(draft, { outcome: "failure", reason });
  return true;
}
