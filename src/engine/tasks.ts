import { pathIn } from "../workflow/subWorkflows.ts";
import { firstClaim, taskClaims } from "./capacity.ts";
import { type ConditionLookup, decideCondition } from "./conditions.ts";
import { dispatchHead, notePreparing } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { beginningLine, openInstances } from "./instances.ts";
import { newItem } from "./items.ts";
import type { StepPlan } from "./plan.ts";
import { endedTask, endTask } from "./taskEnding.ts";
import { mergeTrails, type Trail } from "./trail.ts";
import { arrive, headOf } from "./workQueue.ts";

/*
 * Tasks are decided inside the reduction that made their last need terminal, to a fixed point, in the order of
 * their ids as text, before anything is dispatched (T3, T34). Each pending task counts its open needs, so that
 * nothing looks at a task before its turn.
 */

/** Makes every decision that is due, then begins the tasks that are ready. */
export function decideTasks(draft: Draft): void {
  if (draft.plan.tasks.length === 0) return;
  const ready: StepPlan[] = [];
  while (draft.decidable.size > 0 && !draft.ended) {
    const rank = Math.min(...draft.decidable);
    draft.decidable.delete(rank);
    const step = draft.plan.tasks[rank];
    if (step === undefined || draft.peek(step).task?.kind !== "pending") continue;
    if (decideTask(draft, step)) ready.push(step);
  }
  beginReady(draft, ready);
}

/** Answers whether the task is ready; else it is terminal (T4). */
function decideTask(draft: Draft, step: StepPlan): boolean {
  const decision = decide(draft, step);
  if (decision === "ready") {
    makeReady(draft, step);
    return true;
  }
  draft.touch(step).lastOutcome = decision;
  draft.notice({ kind: decision, step: step.id });
  endTask(draft, step, { kind: "ended", outcome: decision, trail: needsTrail(draft, step) });
  return false;
}

function decide(draft: Draft, step: StepPlan): "ready" | "skipped" | "blocked" {
  const { when, disabled, always } = step.step;
  if (disabled) return "skipped";
  if (always) return "ready";
  if (when !== undefined) {
    const truth = decideCondition(when, lookupTasks(draft, step));
    return truth === true ? "ready" : truth === false ? "skipped" : "blocked";
  }
  const outcomes = (step.task?.needs ?? []).map((need) => endedTask(draft.peek(draft.stepAt(need)))?.outcome);
  if (outcomes.some((outcome) => outcome !== "success" && outcome !== "skipped")) return "blocked";
  return outcomes.includes("skipped") ? "skipped" : "ready";
}

export function makeReady(draft: Draft, step: StepPlan): void {
  const lineage = { ...beginningLine(draft, step), trail: needsTrail(draft, step) };
  const item = newItem(draft, step, { kind: "task" }, lineage);
  const copy = draft.touch(step);
  copy.task = { kind: "ready" };
  copy.queue = arrive(copy.queue, item);
  draft.add("queued", 1);
}

/**
 * Ready tasks begin in the order of their ids while there is capacity (R44). `preparing` is said of those that
 * became ready now and have to wait, at their place in that order.
 */
function beginReady(draft: Draft, ready: readonly StepPlan[]): void {
  if (!draft.dispatching || (ready.length === 0 && !taskClaims(draft))) return;
  const waiting = [...ready];
  const prepareUntil = (rank: number) => {
    while (waiting[0] !== undefined && (waiting[0].task?.rank ?? 0) < rank) {
      const step = waiting.shift();
      const head = step && headOf(draft.peek(step).queue);
      if (step && head) notePreparing(draft, step, head);
    }
  };
  while (draft.dispatching && taskClaims(draft)) {
    const step = firstClaim(draft);
    const head = step && headOf(draft.peek(step).queue);
    if (step?.task === undefined || head === undefined) break;
    prepareUntil(step.task.rank);
    if (waiting[0] === step) waiting.shift();
    dispatchHead(draft, step, head);
  }
  if (!draft.ended) prepareUntil(Number.POSITIVE_INFINITY);
}

/** The trail of a task holds those of its needs (R69). */
export function needsTrail(draft: Draft, step: StepPlan): Trail {
  let trail: Trail;
  for (const need of step.task?.needs ?? []) {
    trail = mergeTrails(trail, endedTask(draft.peek(draft.stepAt(need)))?.trail);
  }
  return trail;
}

/** What conditions of tasks may look at: outcomes, exits and outputs of terminal tasks (T6, T8). */
function lookupTasks(draft: Draft, { scope }: StepPlan): ConditionLookup {
  const ended = (id: string) => {
    const step = draft.plan.byId.get(pathIn(scope.path, id));
    return step && endedTask(draft.peek(step));
  };
  return {
    status: (id) => ended(id)?.outcome,
    exit: (id) => ended(id)?.exit,
    output: (id) => found(ended(id)?.output),
    event: () => undefined,
    store: () => ({ value: openInstances(draft, scope)[0]?.[1].store ?? draft.run.store }),
    step: (id) => found(ended(id)?.output),
  };
}

function found<T>(value: T | undefined): { readonly value: T } | undefined {
  return value === undefined ? undefined : { value };
}
