import type { Json } from "../workflow/json.ts";
import { values } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { ItemId } from "./tick.ts";
import { itemId, triggerName, type WorkItem } from "./workItem.ts";
import { queuedItems } from "./workQueue.ts";

/** An item that nobody carries out. */
export interface Waiting {
  readonly item: ItemId;
  readonly step: string;
  /** Its next attempt, from 1. */
  readonly attempt: number;
  readonly event?: string;
  /** Of its event, as the state holds it; absent for a task, a join, and an event without data. */
  readonly data?: Json;
}

/** Items that are queued or wait for a retry, steps in declaration order, each in the order of its dispatch. */
export function waitingItems(plan: Plan, state: RunState): readonly Waiting[] {
  return plan.steps.flatMap(({ id, index }) => {
    const { queue, delayed } = stepAt(state, index);
    const items = [...queuedItems(queue), ...[...values(delayed)].map(({ item }) => item)];
    return items.map((item) => describeItem(id, item));
  });
}

function describeItem(step: string, { number, attempt, trigger }: WorkItem): Waiting {
  const event = triggerName(trigger);
  const data = trigger.kind === "event" ? trigger.event.data : undefined;
  return {
    item: itemId(number),
    step,
    attempt,
    ...(event !== undefined && { event }),
    ...(data !== undefined && { data }),
  };
}
