import { deepEqual } from "../../engine/deepEqual.ts";
import { compareWorkflows, type Difference } from "../../workflow/compareWorkflows.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { type Attempt, type HistoryEntry, type RunHistory, tookMs } from "../runHistory.ts";
import { type ComparableTick, comparableTick, stableText, type TickPart } from "./comparableTick.ts";

/** One of the two runs that are compared. */
export interface ComparedRun {
  readonly id: string;
  readonly workflow: Workflow;
  readonly digest: string;
  readonly history: RunHistory;
}

/** What happened in one run and not, or otherwise, in the other. */
export interface FirstDifference {
  /** `route`: the same step went on another way. `only`: the other run has nothing like it. */
  readonly what: TickPart | "route" | "outcome" | "only";
  readonly step?: StepId;
  readonly left?: HistoryEntry;
  readonly right?: HistoryEntry;
}

export interface Comparison {
  /** How the workflows differ in what they do, in the order of steps; empty when they are the same. */
  readonly workflow: readonly Difference[];
  /** Where the runs part; `null`: they did the same, whatever the order in which they did it. */
  readonly first: FirstDifference | null;
  /** How many ticks of each run have no counterpart. */
  readonly differing: { readonly left: number; readonly right: number };
  /** Steps of which anything differs. */
  readonly steps: ReadonlySet<StepId>;
}

/**
 * Compares what two runs did, not when. Work that runs side by side ends in any order: two runs that did the same in
 * another order are the same. So each tick looks for one like it in the other run, and the first that has none is
 * the difference.
 */
export function compareRuns(left: ComparedRun, right: ComparedRun): Comparison {
  const lefts = comparableTicks(left);
  const rights = comparableTicks(right);
  const onlyLeft = without(lefts, rights);
  const onlyRight = without(rights, lefts);
  const steps = new Set<StepId>();
  for (const { step } of [...onlyLeft, ...onlyRight]) if (step !== undefined) steps.add(step);
  const workflow =
    left.digest === right.digest
      ? []
      : compareWorkflows(left.workflow, right.workflow).filter(({ kind }) => kind !== "layout");
  for (const change of workflow) if ("step" in change) steps.add(change.step);
  return {
    workflow,
    first: firstOf(onlyLeft, onlyRight, left.history, right.history),
    differing: { left: onlyLeft.length, right: onlyRight.length },
    steps,
  };
}

function comparableTicks({ id, history }: ComparedRun): readonly ComparableTick[] {
  return history.entries.flatMap((entry) => comparableTick(entry, id) ?? []);
}

/** Those of `ticks` that have no counterpart among the others, each of which is one for a single tick. */
function without(ticks: readonly ComparableTick[], others: readonly ComparableTick[]): readonly ComparableTick[] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  return ticks.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

function firstOf(
  onlyLeft: readonly ComparableTick[],
  onlyRight: readonly ComparableTick[],
  left: RunHistory,
  right: RunHistory,
): FirstDifference | null {
  const [firstLeft] = onlyLeft;
  const [firstRight] = onlyRight;
  const first =
    firstLeft === undefined || (firstRight !== undefined && firstRight.seq < firstLeft.seq) ? firstRight : firstLeft;
  if (first === undefined) return null;
  const likeIt = ({ part, step }: ComparableTick) => part === first.part && step === first.step;
  const leftEntry = left.entries[(onlyLeft.find(likeIt)?.seq ?? 0) - 1];
  const rightEntry = right.entries[(onlyRight.find(likeIt)?.seq ?? 0) - 1];
  const what = leftEntry && rightEntry ? kindOf(first.part, leftEntry, rightEntry) : "only";
  return {
    what,
    ...(first.step !== undefined && { step: first.step }),
    ...(leftEntry && { left: leftEntry }),
    ...(rightEntry && { right: rightEntry }),
  };
}

function kindOf(part: TickPart, left: HistoryEntry, right: HistoryEntry): FirstDifference["what"] {
  if (part !== "result") return part;
  const [a, b] = [endOf(left), endOf(right)];
  if (a.kind !== b.kind) return "outcome";
  return a.route === b.route ? "result" : "route";
}

function endOf({ tick }: HistoryEntry): { readonly kind: string; readonly route: string } {
  const results = tick.kind === "execution-finished" ? tick.results : [];
  const failed = results.some(({ kind }) => kind === "fail");
  const waits = results.some(({ kind }) => kind === "wait");
  const returned = results.find((result) => result.kind === "return");
  const value = returned?.value;
  const route =
    typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value ? String(value.type) : "";
  return { kind: failed ? "failed" : waits ? "waits" : "succeeded", route };
}

/** One step in both runs. */
export interface ComparedStep {
  readonly step: StepId;
  readonly left: StepSummary;
  readonly right: StepSummary;
  readonly isSameOutput: boolean;
}

export interface StepSummary {
  readonly attempts: number;
  readonly failed: number;
  /** Of its last attempt that came to an end. */
  readonly last?: Attempt;
  /** Together, ms. */
  readonly tookMs: number;
  /** What its attempts handed on, in the order in which they began. */
  readonly outputs: readonly Json[];
}

/** The steps that ran in either run, in the given order. Outputs are the same in whatever order they came. */
export function compareSteps(steps: readonly StepId[], left: RunHistory, right: RunHistory): readonly ComparedStep[] {
  return steps.flatMap((step) => {
    const [a, b] = [summaryOf(step, left), summaryOf(step, right)];
    if (a.attempts + b.attempts === 0) return [];
    return [{ step, left: a, right: b, isSameOutput: isSameList(a.outputs, b.outputs) }];
  });
}

function summaryOf(step: StepId, history: RunHistory): StepSummary {
  const attempts = history.attemptsOf(step);
  const last = history.lastDone(step);
  return {
    attempts: attempts.length,
    failed: attempts.filter(({ end }) => end === "failed" || end === "retrying" || end === "denied").length,
    ...(last && { last }),
    tookMs: attempts.reduce((sum, attempt) => sum + ((attempt.end === "waiting" ? 0 : tookMs(attempt)) ?? 0), 0),
    outputs: attempts.flatMap(({ end, output }) => (end === "completed" && output !== undefined ? [output] : [])),
  };
}

function isSameList(a: readonly Json[], b: readonly Json[]): boolean {
  if (a.length !== b.length) return false;
  if (a.every((value, index) => deepEqual(value, b[index]))) return true;
  const [x, y] = [a, b].map((list) => list.map(stableText).sort());
  return x?.join("\n") === y?.join("\n");
}
