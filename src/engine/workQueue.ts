import { fromArray, lengthOf, peek, push, shift, toArray, unshift } from "./persistent/queue.ts";
import { entries, first, fromSorted, natural, put, remove, sizeOf, values } from "./persistent/sortedMap.ts";
import { emptyQueue, type WorkQueue } from "./stepState.ts";
import type { WorkItem } from "./workItem.ts";

function queueOf(
  interrupted: WorkQueue["interrupted"],
  retried: WorkQueue["retried"],
  arrived: WorkQueue["arrived"],
): WorkQueue {
  return { interrupted, retried, arrived };
}

export function queueLength(queue: WorkQueue): number {
  return lengthOf(queue.interrupted) + sizeOf(queue.retried) + lengthOf(queue.arrived);
}

/** The item whose turn it is. */
export function headOf(queue: WorkQueue): WorkItem | undefined {
  return peek(queue.interrupted) ?? first(queue.retried)?.value ?? peek(queue.arrived);
}

export function withoutHead(queue: WorkQueue): WorkQueue {
  if (queue.interrupted !== undefined) return queueOf(shift(queue.interrupted), queue.retried, queue.arrived);
  const retried = first(queue.retried);
  if (retried !== undefined) return queueOf(undefined, remove(queue.retried, retried.key, natural), queue.arrived);
  return queueOf(undefined, undefined, shift(queue.arrived));
}

export function arrive(queue: WorkQueue, item: WorkItem): WorkQueue {
  return queueOf(queue.interrupted, queue.retried, push(queue.arrived, item));
}

/** A retry that is due stands before what arrived, in the order in which they failed (R56). */
export function becomeDue(queue: WorkQueue, item: WorkItem, order: number): WorkQueue {
  return queueOf(queue.interrupted, put(queue.retried, order, item, natural), queue.arrived);
}

/** Interrupted items come back to the very head, in their order (R48). */
export function comeBack(queue: WorkQueue, items: readonly WorkItem[]): WorkQueue {
  let { interrupted } = queue;
  for (let index = items.length - 1; index >= 0; index--) interrupted = unshift(interrupted, items[index] as WorkItem);
  return queueOf(interrupted, queue.retried, queue.arrived);
}

/** In the order in which they would be dispatched. */
export function queuedItems(queue: WorkQueue): readonly WorkItem[] {
  if (queue === emptyQueue) return [];
  return [...toArray(queue.interrupted), ...values(queue.retried), ...toArray(queue.arrived)];
}

/** With one item changed, wherever it stands in the queue; itself when it is not there. Looks at every item. */
export function withChanged(queue: WorkQueue, number: number, change: (item: WorkItem) => WorkItem): WorkQueue {
  if (!queuedItems(queue).some((item) => item.number === number)) return queue;
  return queueOf(
    fromArray(toArray(queue.interrupted).map(change)),
    fromSorted([...entries(queue.retried)].map(([order, item]) => [order, change(item)] as const)),
    fromArray(toArray(queue.arrived).map(change)),
  );
}

/** Looks at every item: for what happens once, not with each tick. */
export function withoutItems(queue: WorkQueue, gone: (item: WorkItem) => boolean): WorkQueue {
  const keep = (item: WorkItem) => !gone(item);
  return queueOf(
    fromArray(toArray(queue.interrupted).filter(keep)),
    fromSorted([...entries(queue.retried)].filter(([, item]) => keep(item))),
    fromArray(toArray(queue.arrived).filter(keep)),
  );
}
