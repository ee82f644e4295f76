import { compareWorkflows, type Difference } from "../../workflow/compareWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { type Attempt, tookMs } from "../attempt.ts";
import type { RunHistory } from "../runHistory.ts";
import type { TickPart } from "./comparableTick.ts";
import type { DigestedOutputs, DigestedTick, RunDigest } from "./RunDigest.ts";

/** What happened in one run and not, or otherwise, in the other. */
export interface FirstDifference {
  /** `route`: the same step went on another way. `only`: the other run has nothing like it. */
  readonly what: TickPart | "route" | "outcome" | "only";
  readonly step?: StepId;
  /** The tick in each. */
  readonly left?: number;
  readonly right?: number;
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
export function compareRuns(left: RunDigest, right: RunDigest): Comparison {
  const onlyLeft = without(left.ticks, right.ticks);
  const onlyRight = without(right.ticks, left.ticks);
  const steps = new Set<StepId>();
  for (const { step } of [...onlyLeft, ...onlyRight]) if (step !== undefined) steps.add(step);
  const workflow =
    left.run.digest === right.run.digest
      ? []
      : compareWorkflows(left.run.workflow, right.run.workflow).filter(({ kind }) => kind !== "layout");
  for (const change of workflow) if ("step" in change) steps.add(change.step);
  return {
    workflow,
    first: firstOf(onlyLeft, onlyRight),
    differing: { left: onlyLeft.length, right: onlyRight.length },
    steps,
  };
}

/** Those that have no counterpart among the others, each of which is one for a single tick. */
function without<T extends { readonly hash: number }>(
  those: readonly T[],
  others: readonly { readonly hash: number }[],
): readonly T[] {
  const left = new Map<number, number>();
  for (const { hash } of others) left.set(hash, (left.get(hash) ?? 0) + 1);
  return those.filter(({ hash }) => {
    const count = left.get(hash) ?? 0;
    if (count > 0) left.set(hash, count - 1);
    return count === 0;
  });
}

function firstOf(onlyLeft: readonly DigestedTick[], onlyRight: readonly DigestedTick[]): FirstDifference | null {
  const [firstLeft] = onlyLeft;
  const [firstRight] = onlyRight;
  const first =
    firstLeft === undefined || (firstRight !== undefined && firstRight.seq < firstLeft.seq) ? firstRight : firstLeft;
  if (first === undefined) return null;
  const likeIt = ({ part, step }: DigestedTick) => part === first.part && step === first.step;
  const [a, b] = [onlyLeft.find(likeIt), onlyRight.find(likeIt)];
  return {
    what: a && b ? kindOf(a, b) : "only",
    ...(first.step !== undefined && { step: first.step }),
    ...(a && { left: a.seq }),
    ...(b && { right: b.seq }),
  };
}

function kindOf(a: DigestedTick, b: DigestedTick): FirstDifference["what"] {
  if (a.part !== "result") return a.part;
  if (a.end !== b.end) return "outcome";
  return a.route === b.route ? "result" : "route";
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
  /** How many attempts handed something on. */
  readonly outputs: number;
  /** The ticks of the first outputs that the other run has not, in the order in which they came. */
  readonly unlike: readonly number[];
}

/** Outputs that are shown of those that differ. */
const mostUnlike = 5;

/** The steps that ran in either run, in the given order. Outputs are the same in whatever order they came. */
export function compareSteps(steps: readonly StepId[], left: RunDigest, right: RunDigest): readonly ComparedStep[] {
  return steps.flatMap((step) => {
    const [mine, theirs] = [outputsOf(left, step), outputsOf(right, step)];
    const [onlyLeft, onlyRight] = [without(mine, theirs), without(theirs, mine)];
    const row = {
      step,
      left: summaryOf(step, left.history, mine.length, onlyLeft),
      right: summaryOf(step, right.history, theirs.length, onlyRight),
      isSameOutput: onlyLeft.length + onlyRight.length === 0,
    };
    return row.left.attempts + row.right.attempts === 0 ? [] : [row];
  });
}

function outputsOf({ outputs }: RunDigest, step: StepId) {
  const { seqs, hashes }: DigestedOutputs = outputs.get(step) ?? { seqs: [], hashes: [] };
  return seqs.map((seq, index) => ({ seq, hash: hashes[index] ?? 0 }));
}

function summaryOf(
  step: StepId,
  history: RunHistory,
  outputs: number,
  only: readonly { readonly seq: number }[],
): StepSummary {
  const attempts = history.attemptsOf(step);
  const last = history.lastDone(step);
  return {
    attempts: attempts.length,
    failed: attempts.filter(({ end }) => end === "failed" || end === "retrying" || end === "denied").length,
    ...(last && { last }),
    tookMs: attempts.reduce((sum, attempt) => sum + ((attempt.end === "waiting" ? 0 : tookMs(attempt)) ?? 0), 0),
    outputs,
    unlike: only.slice(0, mostUnlike).map(({ seq }) => seq),
  };
}
