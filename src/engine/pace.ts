import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { natural, put, remove } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { StepState } from "./stepState.ts";
import { itemId, type WorkItem } from "./workItem.ts";
import { headOf } from "./workQueue.ts";

/*
 * `perSecond` delays dispatch like a `notBefore`, without a timer line (R74): dispatches of the step stand evenly in
 * time, and the item whose turn it is waits for its `wake-up`.
 */

/** What `run.delayed` says of an item that waits for the pace of its step: it did not fail. */
export const paceOrder = 0;

/** Whether nothing of the step may begin yet; then the wake-up of its head is armed. */
export function isHeldBack(draft: Draft, step: StepPlan, head: WorkItem): boolean {
  const { pace } = draft.peek(step);
  if (pace === null || draft.at >= pace.from || !doesWork(head)) return false;
  if (pace.held === undefined) {
    const deadline = draft.arm("pace", { kind: "wake-up", at: pace.from, item: itemId(head.number) });
    draft.run.delayed = put(draft.run.delayed, head.number, { step: step.index, order: paceOrder }, natural);
    draft.touch(step).pace = { from: pace.from, held: { item: head.number, deadline } };
  }
  return true;
}

/** The item whose turn it is, unless it waits for the pace. What a `forEach` needs beside its elements never does. */
export function readyHead({ queue, pace }: Readonly<StepState>): WorkItem | undefined {
  const head = headOf(queue);
  return head !== undefined && pace?.held !== undefined && doesWork(head) ? undefined : head;
}

/** One dispatch is spent: the next may begin a while later. */
export function spend(draft: Draft, step: StepPlan, item: WorkItem): void {
  const { perSecond } = step.step;
  if (perSecond === undefined || !doesWork(item)) return;
  letGo(draft, step);
  draft.touch(step).pace = { from: draft.at + Math.ceil(1000 / perSecond) };
}

/** The step waits for no wake-up any more. */
export function letGo(draft: Draft, step: StepPlan): void {
  const { pace } = draft.peek(step);
  if (pace?.held === undefined) return;
  draft.disarm(pace.held.deadline);
  draft.run.delayed = remove(draft.run.delayed, pace.held.item, natural);
  draft.touch(step).pace = { from: pace.from };
}
