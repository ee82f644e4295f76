import { deriveIndexes } from "./deriveIndexes.ts";
import type { Draft } from "./draft.ts";
import { entries, find, keys, natural, put, sizeOf } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { type End, noClaims, type RunState } from "./runState.ts";
import { emptyQueue, type StepState } from "./stepState.ts";
import { endedTask, endTask } from "./taskEnding.ts";

/**
 * The end of the run is decided, once (R41). Tasks that clean up run before it is written, and nothing else does (T41).
 */
export function endRun(draft: Draft, end: End): void {
  if (draft.ended || draft.run.ending !== null) return;
  if (draft.plan.cleanUp.every((step) => endedTask(draft.peek(step)) !== undefined)) return conclude(draft, end);
  draft.run.ending = end;
  stopClock(draft);
  dropOtherWork(draft);
}

/** What is left of the time limit is kept; its deadline is due no more (R42). */
export function stopClock(draft: Draft): void {
  const { clock } = draft.run;
  if (clock.kind !== "running") return;
  draft.disarm(clock.deadline);
  draft.run.clock = { kind: "stopped", leftMs: Math.max(0, clock.deadline.at - draft.at) };
}

/** Everything but the clean-up ends here, without lines of its own (R53). */
function dropOtherWork(draft: Draft): void {
  for (const step of draft.plan.steps) {
    if (step.step.always) continue;
    for (const execution of draft.peek(step).workers) {
      if (execution !== null) draft.effect({ kind: "abort", execution: `x${execution.number}`, reason: "ended" });
    }
    endTask(draft, step, { kind: "ended", outcome: "cancellation", trail: undefined });
    clearStep(draft, step, false);
  }
  draft.run.batches = batchesOfCleanUp(draft);
  draft.run.instances = undefined;
  draft.run.cancel = null;
  draft.rederive(deriveIndexes);
  for (const [number, { live }] of entries(draft.run.batches)) if (live === 0) draft.closing.add(number);
  draft.flushTimers({ silent: true });
}

/** A clean-up task keeps the list that it opened (R72); nothing else is left in its batch. */
function batchesOfCleanUp(draft: Draft): RunState["batches"] {
  let kept: RunState["batches"];
  for (const step of draft.plan.cleanUp) {
    for (const [number, { total, results }] of entries(draft.peek(step).each?.open)) {
      const batch = find(draft.run.batches, number, natural);
      const live = total - sizeOf(results);
      if (batch !== undefined) kept = put(kept, number, { ...batch, live, joins: undefined }, natural);
    }
  }
  return kept;
}

/**
 * Writes the end: what still runs is aborted, all work is dropped, `end` is the last line (R40, R53). Only after a
 * cancellation what was set aside stays, with what a resume needs beside it (T26): a failure that nobody took is one
 * after the resume, too.
 */
export function conclude(draft: Draft, end: End): void {
  abortAll(draft);
  const resumable = end.outcome === "cancellation";
  for (const step of draft.plan.steps) clearStep(draft, step, resumable);
  const { run } = draft;
  run.lifecycle = "completed";
  run.outcome = end.outcome;
  run.result = end.result ?? null;
  run.reason = end.reason ?? null;
  run.paused = false;
  run.cancel = null;
  run.ending = null;
  run.executions = undefined;
  run.deadlines = undefined;
  run.delayed = undefined;
  run.awaited = undefined;
  run.workspaces = undefined;
  if (!resumable) {
    run.failed = null;
    run.batches = undefined;
    run.instances = undefined;
  }
  run.capacity = { total: 0, command: 0, agent: 0, claims: noClaims };
  draft.clearTally();
  stopClock(draft);
  run.idle = false;
  draft.stirred.clear();
  draft.closing.clear();
  draft.decidable.clear();
  draft.notice({
    kind: "end",
    outcome: end.outcome,
    ...(end.result !== undefined && { result: end.result }),
    ...(end.reason !== undefined && { reason: end.reason }),
  });
}

/** What ends with the run gets no line of its own (R53). */
function abortAll(draft: Draft): void {
  for (const number of keys(draft.run.executions)) {
    draft.effect({ kind: "abort", execution: `x${number}`, reason: "ended" });
  }
}

function clearStep(draft: Draft, step: StepPlan, resumable: boolean): void {
  const state = draft.peek(step);
  if (isClear(state, resumable)) return;
  const copy = draft.touch(step);
  copy.queue = emptyQueue;
  copy.delayed = undefined;
  copy.workers = [];
  copy.suspended = undefined;
  copy.waiters = undefined;
  copy.parked = undefined;
  copy.claim = null;
  copy.pace = null;
  if (copy.task !== null && copy.task.kind !== "ended") copy.task = { kind: "pending", open: 0 };
  if (resumable) return;
  if (copy.each?.open !== undefined) copy.each = { ...copy.each, open: undefined };
  copy.setAside = undefined;
  copy.buffers = undefined;
  copy.gathering = undefined;
}

function isClear(state: Readonly<StepState>, resumable: boolean): boolean {
  const { queue } = state;
  const idle =
    queue.interrupted === undefined &&
    queue.retried === undefined &&
    queue.arrived === undefined &&
    state.delayed === undefined &&
    state.workers.length === 0 &&
    state.suspended === undefined &&
    state.waiters === undefined &&
    state.parked === undefined &&
    state.claim === null &&
    state.pace === null &&
    (state.task === null || state.task.kind === "ended");
  const kept =
    state.setAside === undefined &&
    state.buffers === undefined &&
    state.gathering === undefined &&
    state.each?.open === undefined;
  return idle && (resumable || kept);
}
