import type { Json } from "../workflow/json.ts";
import { advance } from "./advance.ts";
import { cancelLost } from "./cancelling.ts";
import { complete } from "./completing.ts";
import { holdWorkerOnly, leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { isDropped } from "./elements.ts";
import { giveUp, giveUpParked } from "./failing.ts";
import { findExecution, isUncertain, numberOf } from "./inFlight.ts";
import { endItem } from "./items.ts";
import type { Did, Returned } from "./judge.ts";
import { settleLifecycle } from "./lifecycle.ts";
import { requeue, returnToQueue } from "./pausing.ts";
import { find, natural, remove } from "./persistent/sortedMap.ts";
import { portType, type StepPlan } from "./plan.ts";
import { setAside } from "./settingAside.ts";
import type { Execution } from "./stepState.ts";
import type { Decision, Tick } from "./tick.ts";
import { dropWaiters } from "./waiting.ts";
import { begunAnew, type WorkItem } from "./workItem.ts";

/** `never`: it provably never ran and is dispatched anew. Else nobody knows, and a person decides (T18). */
export function loseExecution(draft: Draft, tick: Extract<Tick, { kind: "execution-lost" }>): void {
  const found = findExecution(draft, tick.execution);
  if (found === undefined) return draft.ignore();
  const { step, execution } = found;
  if (tick.never) {
    if (isCancelled(draft, step)) cancelLost(draft, step, execution);
    else returnToQueue(draft, step, [execution]);
    return advance(draft, { own: step });
  }
  if (isUncertain(execution)) return draft.ignore();
  becomeUncertain(draft, step, execution, tick.cause);
  settleLifecycle(draft);
  advance(draft);
}

/** Under a cancel only clean-up begins again (T23, T41). */
function isCancelled({ run }: Draft, { step }: StepPlan): boolean {
  return run.cancel !== null && !step.always;
}

/** It keeps its worker and its workspace and holds no capacity (T38). The caller settles the lifecycle. */
export function becomeUncertain(draft: Draft, step: StepPlan, execution: Execution, cause: string | undefined): void {
  holdWorkerOnly(draft, step, { ...execution, uncertain: { ...(cause !== undefined && { cause }) } });
  draft.notice({ kind: "not-running", step: step.id, worker: execution.worker, why: "uncertain" });
}

/** What a person says of an uncertain attempt (T21) or of a parked item (R70). Nothing is inferred. */
export function decideRecovery(draft: Draft, tick: Extract<Tick, { kind: "recovery-decided" }>): void {
  if (tick.execution !== undefined) {
    const found = findExecution(draft, tick.execution);
    if (found === undefined || !isUncertain(found.execution)) return draft.ignore();
    leaveWorker(draft, found.step, found.execution);
    return carryOut(draft, found.step, found.execution.item, tick.decision);
  }
  const number = numberOf(tick.item, "i");
  const step = number === undefined ? undefined : draft.plan.steps.find((each) => isParked(draft, each, number));
  if (number === undefined || step === undefined) return draft.ignore();
  const copy = draft.touch(step);
  const item = find(copy.parked, number, natural);
  if (item === undefined) return draft.ignore();
  copy.parked = remove(copy.parked, number, natural);
  draft.add("parked", -1);
  if (tick.decision.kind === "failed") return giveUpParked(draft, step, item);
  carryOut(draft, step, item, tick.decision);
}

function carryOut(draft: Draft, step: StepPlan, item: WorkItem, decision: Decision): void {
  if (isDropped(draft, step, item)) {
    endItem(draft, dropWaiters(draft, step, item, "all"));
    return advance(draft, { own: step });
  }
  switch (decision.kind) {
    case "rerun":
      if (isCancelled(draft, step)) setAside(draft, step, begunAnew(item));
      else requeue(draft, step, [begunAnew(item)]);
      return advance(draft, { own: step });
    case "failed": {
      const failure = { name: "Error", message: "A person decided that this attempt failed." };
      return giveUp(draft, step, { item, failure, denied: false });
    }
    case "succeeded":
      return complete(draft, step, item, decided(step, decision.output));
  }
}

/** The success goes on through `done` like any other, with the output that the person gave. */
export function decided(
  step: StepPlan,
  output: Json,
): { readonly value: Returned; readonly data: Json; readonly did: Did } {
  const data = step.step.kind === "command" ? { exit: null, stdout: "", stderr: "", output } : output;
  const type = portType(step.step, "done");
  const value = type === undefined || step.task !== undefined ? null : { type, data };
  return { value, data, did: { sends: [], collects: [], consumes: [], sets: [], output } };
}

function isParked(draft: Draft, step: StepPlan, item: number): boolean {
  return find(draft.peek(step).parked, item, natural) !== undefined;
}
