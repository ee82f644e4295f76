import { advance } from "./advance.ts";
import { letPass } from "./breaking.ts";
import { leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { isDropped } from "./elements.ts";
import { discard } from "./endInstance.ts";
import { settleLifecycle } from "./lifecycle.ts";
import type { StepPlan } from "./plan.ts";
import type { Execution, StepState } from "./stepState.ts";
import { begunAnew, type WorkItem } from "./workItem.ts";
import { comeBack } from "./workQueue.ts";

/** Aborts what the tab carries out and starts nothing; external executions go on and report (R47). */
export function pause(draft: Draft, reason?: string): void {
  const { run } = draft;
  if (run.lifecycle === "planned" || run.paused || run.cancel !== null) return draft.ignore();
  for (const step of draft.plan.steps) {
    const executions = inFlightOf(draft.peek(step));
    interrupt(draft, step, step.external ? executions.filter(({ item }) => !doesWork(item)) : executions);
  }
  hold(draft, reason);
  draft.flushTimers();
  advance(draft);
}

/** From here on nothing is dispatched. A pause ends a quiet period (R68). */
export function hold(draft: Draft, reason?: string): void {
  draft.run.paused = true;
  draft.run.idle = false;
  draft.run.reason = reason ?? null;
  settleLifecycle(draft);
}

/** Dispatches again what the pause held back (R47). */
export function resume(draft: Draft): void {
  if (!draft.run.paused) return draft.ignore();
  draft.run.paused = false;
  draft.run.reason = null;
  letPass(draft);
  settleLifecycle(draft);
  advance(draft);
}

/** Executions that are in flight, in order of dispatch. */
export function inFlightOf(state: Readonly<StepState>): readonly Execution[] {
  return state.workers
    .filter((execution) => execution !== null)
    .filter(({ uncertain }) => uncertain === undefined)
    .sort((a, b) => a.number - b.number);
}

/** Brings items back to the head of their queue, in their order, each as the next attempt (R48, R55). */
function interrupt(draft: Draft, step: StepPlan, executions: readonly Execution[]): void {
  returnToQueue(draft, step, executions);
  for (const { number } of executions) {
    draft.effect({ kind: "abort", execution: `x${number}`, reason: "paused" });
  }
}

export function returnToQueue(draft: Draft, step: StepPlan, executions: readonly Execution[]): void {
  if (executions.length === 0) return;
  const items: WorkItem[] = [];
  for (const execution of executions) {
    leaveWorker(draft, step, execution);
    draft.notice({ kind: "not-running", step: step.id, worker: execution.worker, why: "rerun" });
    if (isDropped(draft, step, execution.item)) discard(draft, step, execution.item);
    else items.push(begunAnew(execution.item));
  }
  requeue(draft, step, items);
}

/** Back to the head without a line. */
export function requeue(draft: Draft, step: StepPlan, items: readonly WorkItem[]): void {
  const copy = draft.touch(step);
  copy.queue = comeBack(copy.queue, items);
  if (copy.task?.kind === "running" && copy.workers.length === 0) copy.task = { kind: "ready" };
  draft.add("queued", items.length);
}
