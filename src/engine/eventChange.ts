import type { Json } from "../workflow/json.ts";
import { deepEqual } from "./deepEqual.ts";
import type { Draft } from "./draft.ts";
import { numberOf } from "./inFlight.ts";
import { entries, find, natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Tick } from "./tick.ts";
import type { WorkItem } from "./workItem.ts";
import { withChanged } from "./workQueue.ts";

/**
 * The data of an item's event becomes other, for an item that nobody carries out: it is queued, delayed or parked.
 * What led to the event stays as it was; this tick says who changed what.
 */
export function changeEvent(draft: Draft, tick: Extract<Tick, { kind: "event-changed" }>): void {
  const number = numberOf(tick.item, "i");
  if (number === undefined || !draft.plan.steps.some((step) => changeIn(draft, step, number, tick.data)))
    draft.ignore();
}

/** Answers whether the item is there and has an event. */
function changeIn(draft: Draft, step: StepPlan, number: number, data: Json): boolean {
  const { queue, delayed, parked } = draft.peek(step);
  let found = false;
  const change = (item: WorkItem): WorkItem => {
    if (item.number !== number || item.trigger.kind !== "event") return item;
    found = true;
    return withData(item, data);
  };
  const changedQueue = withChanged(queue, number, change);
  if (found) draft.touch(step).queue = changedQueue;
  for (const [order, entry] of found ? [] : entries(delayed)) {
    const item = change(entry.item);
    if (item === entry.item) continue;
    const copy = draft.touch(step);
    copy.delayed = put(copy.delayed, order, { ...entry, item }, natural);
    break;
  }
  const waiting = found ? undefined : find(parked, number, natural);
  if (waiting !== undefined) {
    const copy = draft.touch(step);
    copy.parked = put(copy.parked, number, change(waiting), natural);
  }
  return found;
}

/** Where the event opened the item's line in a batch, it is the element of that line, too (R71). */
function withData(item: WorkItem, data: Json): WorkItem {
  if (item.trigger.kind !== "event") return item;
  const { event } = item.trigger;
  const { elements } = item.lineage;
  const last = elements.at(-1);
  const opened = last !== undefined && deepEqual(last.item, event.data ?? null);
  return {
    ...item,
    trigger: { kind: "event", event: { ...event, data } },
    ...(opened && { lineage: { ...item.lineage, elements: elements.with(-1, { ...last, item: data }) } }),
  };
}
