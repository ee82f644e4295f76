import { advance } from "./advance.ts";
import { applyToBuffers, isStale } from "./buffers.ts";
import { cancelLost } from "./cancelling.ts";
import { complete } from "./completing.ts";
import { dispatchAgain, leaveWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { giveUp, mayTryAgain, tryAgain } from "./failing.ts";
import { findExecution, isUncertain } from "./inFlight.ts";
import { endItem } from "./items.ts";
import { type Judgement, judgeResults, type Returned } from "./judge.ts";
import type { StepPlan } from "./plan.ts";
import { setAside } from "./settingAside.ts";
import type { Execution } from "./stepState.ts";
import { endTask } from "./taskEnding.ts";
import type { Tick } from "./tick.ts";
import { dropWaiters, refuseWaits, suspend } from "./waiting.ts";
import { begunAnew } from "./workItem.ts";

type Finished = Extract<Tick, { kind: "execution-finished" }>;

/**
 * The three phases of a result (R13): is it known, and is everything that it used still as it saw it; then all its
 * results as one; then what follows.
 */
export function finishExecution(draft: Draft, tick: Finished): void {
  const found = findExecution(draft, tick.execution);
  if (found === undefined) return draft.ignore();
  const { step, execution } = found;
  const judgement = judgeResults(step.step, tick.results);
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
    case "success":
      return succeed(draft, step, execution, judgement);
  }
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
  const item = dropWaiters(draft, step, execution.item, "all");
  draft.touch(step).lastOutcome = "cancellation";
  if (step.task === undefined) {
    endItem(draft, item);
  } else {
    const exit = step.step.kind === "command" ? { exit: "cancellation" as const } : {};
    endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: item.lineage.trail, ...exit });
    setAside(draft, step, begunAnew(item));
  }
  advance(draft, { own: step });
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
  suspend(draft, step, execution, waits);
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
  why: "completed" | "cancelled",
  returned?: string | number,
): void {
  if (isUncertain(execution)) return;
  const line = { kind: "not-running", step: step.id, worker: execution.worker, why } as const;
  draft.notice(returned === undefined ? line : { ...line, returned });
}

function arrow(value: Returned): string | number | undefined {
  if (value === null) return undefined;
  return "type" in value ? value.type : value.length;
}
