import type { Draft } from "./draft.ts";
import { innerBatchOf, isElement, openEachOf } from "./elements.ts";
import { discard } from "./endInstance.ts";
import { isUncertain } from "./inFlight.ts";
import { letGo } from "./pace.ts";
import { fromArray, toArray } from "./persistent/queue.ts";
import { entries, natural, put, remove, values } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { OpenEach } from "./stepState.ts";
import { stopEffect } from "./stopEffect.ts";
import { itemId, type WorkItem } from "./workItem.ts";
import { queuedItems, withoutItems } from "./workQueue.ts";

/**
 * The list of an element fails as one (R72): what waits of its siblings ends here, without lines; what runs is
 * stopped like one cancelled step (T28), and counts no more when it ends. What elements sent goes on. Answers the
 * item that opened the list. Looks at all that the step holds, once for each list that fails.
 */
export function dropElements(draft: Draft, step: StepPlan, failed: WorkItem): WorkItem | null {
  const copy = draft.touch(step);
  const batch = innerBatchOf(failed);
  const open = openEachOf(copy, failed);
  if (copy.each === null || open === undefined) return null;
  const over: OpenEach = { item: null, total: open.total, results: open.results, worst: null };
  copy.each = { ...copy.each, open: put(copy.each.open, batch, over, natural), failed: copy.each.failed + 1 };
  const isSibling = (item: WorkItem) => isElement(item) && innerBatchOf(item) === batch;
  const drop = (item: WorkItem) => discard(draft, step, item);

  const queued = queuedItems(copy.queue).filter(isSibling);
  copy.queue = withoutItems(copy.queue, isSibling);
  draft.add("queued", -queued.length);
  if (copy.pace?.held !== undefined && queued.some(({ number }) => number === copy.pace?.held?.item)) {
    letGo(draft, step);
  }
  for (const item of queued) drop(item);
  for (const [order, { item, deadline }] of [...entries(copy.delayed)]) {
    if (!isSibling(item)) continue;
    draft.disarm(deadline);
    draft.run.delayed = remove(draft.run.delayed, item.number, natural);
    copy.delayed = remove(copy.delayed, order, natural);
    draft.add("delayed", -1);
    drop(item);
  }
  for (const item of [...values(copy.suspended)].filter(isSibling)) {
    copy.suspended = remove(copy.suspended, item.number, natural);
    drop(item);
  }
  for (const item of [...values(copy.parked)].filter(isSibling)) {
    copy.parked = remove(copy.parked, item.number, natural);
    draft.add("parked", -1);
    drop(item);
  }
  const aside = toArray(copy.setAside);
  copy.setAside = fromArray(aside.filter(({ item }) => !isSibling(item)));
  for (const { item } of aside) if (isSibling(item)) drop(item);
  for (const execution of copy.workers) {
    if (execution === null || !isSibling(execution.item) || isUncertain(execution)) continue;
    draft.effect(stopEffect(step, execution, `${itemId(failed.number)} failed`));
  }
  return open.item;
}
