import { leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { changeInstance, instanceAt } from "./instances.ts";
import { endItem } from "./items.ts";
import { letGo } from "./pace.ts";
import { fromArray, toArray } from "./persistent/queue.ts";
import { entries, find, natural, remove, type SortedMap, values } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { InstanceEnd } from "./runState.ts";
import { settledEnd } from "./settling.ts";
import { dropWaiters } from "./waiting.ts";
import type { WorkItem } from "./workItem.ts";
import { queuedItems, withoutItems } from "./workQueue.ts";

/**
 * Nothing is live in an instance any more: it settles like a run (R46). One that takes events from outside stays open
 * until a step ends it.
 */
export function settleInstance(draft: Draft, number: number): void {
  const instance = instanceAt(draft.run, number);
  if (instance === undefined || instance.end !== null || instance.live > 0) return;
  const { child } = draft.stepAt(instance.step);
  if (child === undefined || (child.acceptsExternal && instance.settledResult === null)) return;
  endInstance(draft, number, settledEnd(draft, child, instance));
}

/**
 * Ends an instance, once: whatever is left in it is aborted and dropped without lines of its own (R40, R53), and the
 * execution that hosts it is told. That one's end is a tick of its own, because its `set`, its `output` and its retry
 * policy belong to the step that runs the workflow.
 */
export function endInstance(draft: Draft, number: number, end: InstanceEnd): void {
  const instance = instanceAt(draft.run, number);
  if (instance === undefined || instance.end !== null) return;
  const owner = draft.stepAt(instance.step);
  const host = draft
    .peek(owner)
    .workers.find((execution) => execution?.item.instance === number && execution.uncertain === undefined);
  if (host) draft.add("hosting", -1);
  changeInstance(draft, number, { end, live: 0 });
  dropAllIn(draft, owner, number);
  if (host) draft.effect({ kind: "instance-ended", execution: `x${host.number}`, end });
}

/** The item has no more to do with its instance: it ended, failed, or begins anew with another one. */
export function leaveInstance(draft: Draft, item: WorkItem): WorkItem {
  const { instance } = item;
  if (instance === null) return item;
  endInstance(draft, instance, { outcome: "cancellation" });
  draft.run.instances = remove(draft.run.instances, instance, natural);
  return { ...item, instance: null };
}

/** Nothing more comes of the item, and of what it began. */
export function discard(draft: Draft, step: StepPlan, item: WorkItem): void {
  endItem(draft, leaveInstance(draft, dropWaiters(draft, step, item, "all")));
}

function dropAllIn(draft: Draft, owner: StepPlan, number: number): void {
  for (const step of owner.child?.inner ?? []) dropIn(draft, step, number);
  for (const [batch, { outer }] of [...entries(draft.run.batches)]) {
    if (!outer.scope.includes(number)) continue;
    draft.run.batches = remove(draft.run.batches, batch, natural);
    draft.closing.delete(batch);
  }
}

function dropIn(draft: Draft, step: StepPlan, number: number): void {
  const isInside = (item: WorkItem) => item.lineage.scope.includes(number);
  const state = draft.peek(step);
  const drop = (item: WorkItem) => {
    dropWaiters(draft, step, item, "all");
    if (item.instance !== null) draft.run.instances = remove(draft.run.instances, item.instance, natural);
  };

  const queued = queuedItems(state.queue).filter(isInside);
  if (queued.length > 0) {
    if (queued.some((item) => item.number === state.pace?.held?.item)) letGo(draft, step);
    const copy = draft.touch(step);
    copy.queue = withoutItems(copy.queue, isInside);
    draft.add("queued", -queued.length);
    queued.forEach(drop);
  }
  for (const [order, { item, deadline }] of [...entries(state.delayed)]) {
    if (!isInside(item)) continue;
    draft.disarm(deadline);
    draft.run.delayed = remove(draft.run.delayed, item.number, natural);
    const copy = draft.touch(step);
    copy.delayed = remove(copy.delayed, order, natural);
    draft.add("delayed", -1);
    drop(item);
  }
  for (const execution of state.workers) {
    if (execution === null || !isInside(execution.item)) continue;
    draft.effect({ kind: "abort", execution: `x${execution.number}`, reason: "ended" });
    leaveWorker(draft, step, execution);
    drop(execution.item);
  }
  for (const item of [...values(state.suspended)].filter(isInside)) {
    const copy = draft.touch(step);
    copy.suspended = remove(copy.suspended, item.number, natural);
    drop(item);
  }
  for (const item of [...values(state.parked)].filter(isInside)) {
    const copy = draft.touch(step);
    copy.parked = remove(copy.parked, item.number, natural);
    draft.add("parked", -1);
    drop(item);
  }
  const aside = toArray(state.setAside);
  if (aside.some(({ item }) => isInside(item))) {
    draft.touch(step).setAside = fromArray(aside.filter(({ item }) => !isInside(item)));
    for (const { item } of aside) if (isInside(item)) drop(item);
  }
  for (const [batch] of [...entries(state.each?.open)]) {
    const outer = find(draft.run.batches, batch, natural)?.outer.scope;
    const copy = draft.touch(step);
    if (outer?.includes(number) && copy.each !== null)
      copy.each = { ...copy.each, open: remove(copy.each.open, batch, natural) };
  }
  const buffers = withoutScope(state.buffers, number, (key) => key.slice(key.indexOf("@") + 1));
  if (buffers !== state.buffers) draft.touch(step).buffers = buffers;
  const gathering = withoutScope(state.gathering, number, (scope) => scope);
  if (gathering !== state.gathering) draft.touch(step).gathering = gathering;
  forgetTask(draft, step);
}

function withoutScope<T>(
  map: SortedMap<string, T>,
  number: number,
  scopeIn: (key: string) => string,
): SortedMap<string, T> {
  let left = map;
  for (const [key] of [...entries(map)]) {
    if (scopeIn(key).split("/").includes(`b${number}`)) left = remove(left, key, natural);
  }
  return left;
}

/** A task that did not come to its end is as if it had never been; no two instances with tasks are open at once. */
function forgetTask(draft: Draft, step: StepPlan): void {
  const { task } = draft.peek(step);
  if (task === null || (task.kind === "ended" && !task.wasPending)) return;
  draft.touch(step).task = null;
  if (step.task !== undefined) draft.decidable.delete(step.task.rank);
}
