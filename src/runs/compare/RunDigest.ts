import { planWorkflow } from "../../engine/plan.ts";
import { reduce } from "../../engine/reduce.ts";
import { initialState, type RunState } from "../../engine/runState.ts";
import type { Tick } from "../../engine/tick.ts";
import type { Json } from "../../workflow/json.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import type { Attempt } from "../attempt.ts";
import { readResults } from "../attemptResults.ts";
import type { HistoryEntry } from "../historyAt.ts";
import { RunHistory } from "../runHistory.ts";
import type { TimeGap } from "../timeline/shownTime.ts";
import { comparableTick, stableText, type TickPart } from "./comparableTick.ts";
import { textHash } from "./textHash.ts";

/** One of the two runs that are compared. */
export interface ComparedRun {
  readonly id: string;
  readonly workflow: Workflow;
  readonly digest: string;
}

/** A tick of which only a number is left. */
export interface DigestedTick {
  readonly seq: number;
  readonly part: TickPart;
  readonly step?: StepId;
  readonly hash: number;
  /** Of a result: how the execution ended, and the type that it went on with. */
  readonly end?: string;
  readonly route?: string;
}

/** What the attempts of a step handed on, by the ticks that hold it. */
export interface DigestedOutputs {
  readonly seqs: number[];
  readonly hashes: number[];
}

/**
 * What comparing needs of a run: a number for each tick and each output, and its attempts without their values. A
 * journal of any length is fed in pieces, none of which is kept.
 */
export class RunDigest {
  readonly run: ComparedRun;
  readonly history: RunHistory;
  readonly ticks: DigestedTick[] = [];
  /** Between what a fork copied and the fork itself. */
  readonly gaps: TimeGap[] = [];
  readonly outputs = new Map<StepId, DigestedOutputs>();
  readonly #plan: ReturnType<typeof planWorkflow>;
  #state: RunState;

  constructor(run: ComparedRun) {
    this.run = run;
    this.#plan = planWorkflow(run.workflow);
    this.#state = initialState(this.#plan);
    this.history = new RunHistory((step) => findStep(run.workflow, step)?.emits?.done, "outline");
  }

  add(tick: Tick): void {
    const { lastAt } = this.history;
    if (tick.kind === "run-forked" && lastAt !== undefined)
      this.gaps.push({ from: lastAt, to: Math.max(lastAt, tick.at) });
    const { state, effects } = reduce(this.#plan, this.#state, tick);
    this.#state = state;
    const entry = this.history.add(tick, effects);
    const comparable = comparableTick(entry, this.run.id);
    if (comparable !== null) {
      const { text, ...told } = comparable;
      this.ticks.push({ ...told, hash: textHash(text), ...(told.part === "result" && endOf(entry)) });
    }
    this.#noteOutput(entry);
  }

  #noteOutput({ tick, step }: HistoryEntry): void {
    if (step === undefined) return;
    const attempt = this.#endedBy(tick);
    if (attempt?.end !== "completed" || attempt.toSeq !== tick.seq) return;
    const output = outputIn(tick);
    if (output === undefined) return;
    const known = this.outputs.get(step) ?? { seqs: [], hashes: [] };
    this.outputs.set(step, known);
    known.seqs.push(tick.seq);
    known.hashes.push(textHash(stableText(output)));
  }

  #endedBy(tick: Tick): Attempt | undefined {
    if (tick.kind !== "execution-finished" && tick.kind !== "recovery-decided") return undefined;
    if (tick.execution !== undefined) return this.history.attempt(tick.execution);
    return tick.kind === "recovery-decided" ? this.history.lastOfItem(tick.item ?? "") : undefined;
  }
}

/** What the attempt handed on that a tick ended. */
export function outputIn(tick: Tick): Json | undefined {
  if (tick.kind === "execution-finished") return readResults(tick.results).output;
  return tick.kind === "recovery-decided" && tick.decision.kind === "succeeded" ? tick.decision.output : undefined;
}

function endOf({ tick }: HistoryEntry): Pick<DigestedTick, "end" | "route"> {
  const results = tick.kind === "execution-finished" ? tick.results : [];
  const failed = results.some(({ kind }) => kind === "fail");
  const waits = results.some(({ kind }) => kind === "wait");
  const value = results.find((result) => result.kind === "return")?.value;
  const hasType = typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value;
  return { end: failed ? "failed" : waits ? "waits" : "succeeded", route: hasType ? String(value.type) : "" };
}
