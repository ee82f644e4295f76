import { advance } from "./advance.ts";
import { closeBatches } from "./batches.ts";
import { applyToBuffers, isStale } from "./buffers.ts";
import { cancelLost } from "./cancelling.ts";
import { complete } from "./completing.ts";
import { dispatchAgain, leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { endElement, isDropped, isElement } from "./elements.ts";
import { discard, leaveInstance } from "./endInstance.ts";
import { giveUp, mayTryAgain, tryAgain } from "./failing.ts";
import { findExecution, isUncertain } from "./inFlight.ts";
import { endItem } from "./items.ts";
import { type Judgement, judgeResults, mistake, type Returned } from "./judge.ts";
import type { StepPlan } from "./plan.ts";
import { setAside } from "./settingAside.ts";
import type { Execution } from "./stepState.ts";
import { endTask } from "./taskEnding.ts";
import type { Tick } from "./tick.ts";
import { dropWaiters, refuseWaits, suspend } from "./waiting.ts";
import { begunAnew, type WorkItem } from "./workItem.ts";

type Finished = Extract<Tick, { kind: "execution-finished" }>;

/**
 * The three phases of a result (R13): is it known, and is everything that it used still as it saw it; then all its
 * results as one; then what follows.
 */
export function finishExecution(draft: Draft, tick: Finished): void {
  const found = findExecution(draft, tick.execution);
  if (found === undefined) return draft.ignore();
  const { step, execution } = found;
  const judgement = judgePart(execution.item, judgeResults(step.step, tick.results));
  if (isDropped(draft, step, execution.item)) return dropFinished(draft, step, execution, judgement);
  if (judgement.kind !== "cancelled" && isStale(draft, step, execution, judgement.did)) {
    return runStaleAgain(draft, step, execution);
  }
  switch (judgement.kind) {
    case "cancelled":
      return cancelExecution(draft, step, execution);
    case "waiting":
      return beginWaiting(draft, step, execution, judgement);
    case "failure":
      return fail(draft, step, execution, judgement, tick);
    case "opened":
      return openList(draft, step, execution, judgement);
    case "success":
      return succeed(draft, step, execution, judgement);
  }
}

/** A list is the answer of the execution that was asked for it, and of no other (R72). */
function judgePart({ each }: WorkItem, judgement: Judgement): Judgement {
  if (judgement.kind === "opened" && each?.kind !== "open") {
    return mistake(judgement.did, "answered a list for forEach where none was asked for");
  }
  if (judgement.kind === "success" && each?.kind === "open") {
    return mistake(judgement.did, "was asked for the list of its forEach and gave none", "a list of elements");
  }
  return judgement;
}

function openList(
  draft: Draft,
  step: StepPlan,
  execution: Execution,
  { elements }: Extract<Judgement, { kind: "opened" }>,
): void {
  if (draft.run.cancel !== null && !step.step.always) return cancelExecution(draft, step, execution);
  leaveWorker(draft, step, execution);
  noteEnd(draft, step, execution, "completed", elements.length);
  advance(draft, { own: step, each: { step, item: execution.item, elements } });
}

/** Its list failed meanwhile: nothing that it did counts (R72). */
function dropFinished(draft: Draft, step: StepPlan, execution: Execution, { kind }: Judgement): void {
  leaveWorker(draft, step, execution);
  noteEnd(draft, step, execution, kind === "success" ? "completed" : kind === "failure" ? "failed" : "cancelled");
  discard(draft, step, execution.item);
  advance(draft, { own: step });
}

/** Everything that it produced is discarded (R27). While a cancel is under way nothing begins again. */
function runStaleAgain(draft: Draft, step: StepPlan, execution: Execution): void {
  if (draft.run.cancel !== null) return cancelExecution(draft, step, execution);
  draft.notice({ kind: "stale", step: step.id, worker: execution.worker });
  dispatchAgain(draft, step, execution);
  advance(draft);
}

/** A cancel of the run keeps the item for a resume (T26); one step that was cancelled drops it (R66, T28). */
function cancelExecution(draft: Draft, step: StepPlan, execution: Execution): void {
  if (draft.run.cancel !== null) {
    cancelLost(draft, step, execution);
    return advance(draft, { own: step });
  }
  leaveWorker(draft, step, execution);
  noteEnd(draft, step, execution, "cancelled");
  const item = leaveInstance(draft, dropWaiters(draft, step, execution.item, "all"));
  draft.touch(step).lastOutcome = "cancellation";
  if (isElement(item)) {
    cancelElement(draft, step, item);
  } else if (step.task === undefined) {
    endItem(draft, item);
  } else if (step.scope.owner !== undefined) {
    // Its instance ends with it, and with a resume of the run it would not come back.
    endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: item.lineage.trail });
    endItem(draft, item);
  } else {
    const exit = step.step.kind === "command" ? { exit: "cancellation" as const } : {};
    endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: item.lineage.trail, ...exit });
    setAside(draft, step, begunAnew(item));
  }
  advance(draft, { own: step });
}

/** `null` stands in its place; a task counts as cancelled, and begins anew with a resume. */
function cancelElement(draft: Draft, step: StepPlan, item: WorkItem): void {
  const failed = { outcome: "cancellation", data: null, seq: draft.tick.seq, attempt: item.attempt } as const;
  endElement(draft, step, item, step.task === undefined ? { skipped: true } : { failed });
  closeBatches(draft);
}

function beginWaiting(
  draft: Draft,
  step: StepPlan,
  execution: Execution,
  { waits, did }: Extract<Judgement, { kind: "waiting" }>,
): void {
  if (draft.run.cancel !== null) return cancelExecution(draft, step, execution);
  const refusal = refuseWaits(draft.peek(step), execution, waits);
  if (refusal !== undefined) {
    return fail(draft, step, execution, { kind: "failure", failure: refusal, denied: false, mayRetry: false, did }, {});
  }
  // Whoever waits begins anew from the top (R35), and with it the workflow that it runs.
  suspend(draft, step, { ...execution, item: leaveInstance(draft, execution.item) }, waits);
  advance(draft, { own: step });
}

function fail(
  draft: Draft,
  step: StepPlan,
  execution: Execution,
  { failure, denied, mayRetry, did }: Extract<Judgement, { kind: "failure" }>,
  { retry }: Pick<Finished, "retry">,
): void {
  leaveWorker(draft, step, execution);
  const failing = {
    item: execution.item,
    failure,
    denied,
    // A denied command never ended: it has no exit to look at (T38).
    ...(did.exit !== undefined && !denied && { exit: did.exit }),
    ...(!isUncertain(execution) && { worker: execution.worker }),
  };
  if (mayRetry && mayTryAgain(draft, retry)) return tryAgain(draft, step, failing, retry);
  giveUp(draft, step, failing);
}

function succeed(
  draft: Draft,
  step: StepPlan,
  execution: Execution,
  judgement: Extract<Judgement, { kind: "success" }>,
): void {
  leaveWorker(draft, step, execution);
  noteEnd(draft, step, execution, "completed", arrow(judgement.value));
  applyToBuffers(draft, step, execution, judgement.did);
  complete(draft, step, execution.item, judgement);
}

/** An uncertain attempt had its line when it became so (T34). */
function noteEnd(
  draft: Draft,
  step: StepPlan,
  execution: Execution,
  why: "completed" | "cancelled" | "failed",
  returned?: string | number,
): void {
  if (isUncertain(execution)) return;
  const { worker } = execution;
  draft.notice(
    returned === undefined
      ? { kind: "not-running", step: step.id, worker, why }
      : { kind: "not-running", step: step.id, worker, why, returned },
  );
}

function arrow(value: Returned): string | number | undefined {
  if (value === null) return undefined;
  return "type" in value ? value.type : value.length;
}
