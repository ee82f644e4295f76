import { copyCounters, copyRun, copyStep, copyTally, type Mutable } from "./copies.ts";
import { type ArmedDeadline, compareDeadlines, type DeadlineKey, nextDeadline } from "./deadlines.ts";
import type { Deadline, Effect } from "./effect.ts";
import { LazySet } from "./lazySet.ts";
import type { Notice } from "./notice.ts";
import { natural, put, remove } from "./persistent/sortedMap.ts";
import type { Plan, StepPlan } from "./plan.ts";
import type { Counters, RunState, Tally } from "./runState.ts";
import type { Execution, OpenEach, StepState } from "./stepState.ts";
import { replaceInTable, tableAt } from "./stepTable.ts";
import type { Tick } from "./tick.ts";
import { TouchedSteps } from "./touchedSteps.ts";
import type { Lifecycle } from "./view.ts";

/**
 * The state under change during one reduction. It copies the run's own fields once, and each step once when it is
 * first touched; everything below is persistent, so that nothing that came in is ever changed. It also collects the
 * effects in the order of R52: timer lines wait until `flushTimers`.
 */
export class Draft {
  readonly plan: Plan;
  readonly tick: Tick;
  readonly run: Mutable<RunState>;
  /** Batches whose last live item may have ended. */
  readonly closing = new LazySet<number>();
  /** Lists of `forEach` whose inner batch closed; their items have not gone on yet (R72). */
  readonly closedLists: { readonly step: StepPlan; readonly open: OpenEach }[] = [];
  /** Ranks of pending tasks whose last need became terminal. */
  readonly decidable = new LazySet<number>();
  /** Steps whose claim on capacity may have changed. */
  readonly stirred = new LazySet<number>();
  private readonly before: RunState;
  private readonly counters: Mutable<Counters>;
  private readonly tally: Mutable<Tally>;
  private readonly touched = new TouchedSteps();
  private readonly effects: Effect[] = [];
  private readonly timers: Notice[] = [];

  constructor(plan: Plan, state: RunState, tick: Tick) {
    this.plan = plan;
    this.before = state;
    this.tick = tick;
    this.counters = copyCounters(state.counters);
    this.tally = copyTally(state.tally);
    this.run = copyRun(state);
    this.run.at = tick.at;
    this.run.counters = this.counters;
    this.run.tally = this.tally;
  }

  /** Epoch ms of the tick: the only clock. */
  get at(): number {
    return this.tick.at;
  }

  get ended(): boolean {
    return this.run.lifecycle === "completed";
  }

  /** What is queued may be dispatched. Under a cancel and at the end only clean-up is queued (T41). */
  get dispatching(): boolean {
    return !this.ended && !this.run.paused;
  }

  /** Nothing is left of it (R40). */
  clearTally(): void {
    for (const what of Object.keys(this.tally) as (keyof Tally)[]) this.tally[what] = 0;
  }

  /** A step as it stands now, to be read. */
  peek(step: StepPlan): Readonly<StepState> {
    return this.touched.get(step.index) ?? tableAt(this.run.steps, step.index);
  }

  /** A step to be changed. */
  touch(step: StepPlan): Mutable<StepState> {
    this.stirred.add(step.index);
    let copy = this.touched.get(step.index);
    if (copy === undefined) {
      copy = copyStep(tableAt(this.run.steps, step.index));
      this.touched.add(step.index, copy);
    }
    return copy;
  }

  /** The workers of a step, to be changed in place: copied once, however often they change in this reduction. */
  ownWorkers(step: StepPlan): (Execution | null)[] {
    const copy = this.touch(step);
    if (copy.workers === tableAt(this.run.steps, step.index).workers) copy.workers = copy.workers.slice();
    return copy.workers as (Execution | null)[];
  }

  stepAt(index: number): StepPlan {
    const step = this.plan.steps[index];
    if (step === undefined) throw new Error(`The workflow has no step ${index}`);
    return step;
  }

  count(what: keyof Counters): number {
    return this.counters[what]++;
  }

  add(what: keyof Tally, difference: number): void {
    this.tally[what] += difference;
  }

  notice(notice: Notice): void {
    this.effects.push({ kind: "notice", notice });
  }

  effect(effect: Exclude<Effect, { kind: "notice" | "alarm" }>): void {
    this.effects.push(effect);
  }

  /** The tick means nothing any more (R12, R41). */
  ignore(): void {
    this.notice({ kind: "ignored", tick: this.tick.kind });
  }

  moveTo(lifecycle: Exclude<Lifecycle, "planned" | "completed">): void {
    if (this.run.lifecycle === lifecycle) return;
    this.run.lifecycle = lifecycle;
    this.notice({ kind: "lifecycle", lifecycle });
  }

  arm(what: ArmedDeadline["what"], deadline: Deadline): DeadlineKey {
    const key = { at: deadline.at, order: this.count("deadline") };
    this.run.deadlines = put(this.run.deadlines, key, { what, deadline }, compareDeadlines);
    if (what !== "pace") this.timers.push({ kind: "timer", what, at: deadline.at });
    return key;
  }

  disarm(key: DeadlineKey): void {
    this.run.deadlines = remove(this.run.deadlines, key, compareDeadlines);
  }

  /** Timer lines come after everything that was dispatched (R52). */
  flushTimers(options: { readonly silent?: boolean } = {}): void {
    if (!options.silent) for (const timer of this.timers) this.notice(timer);
    this.timers.length = 0;
  }

  /** After work was dropped in many places: whatever follows from the steps is derived anew. */
  rederive(derive: (plan: Plan, state: RunState) => RunState): void {
    this.run.steps = replaceInTable(this.run.steps, this.touched);
    this.touched.clear();
    const derived = derive(this.plan, this.run);
    Object.assign(this.tally, derived.tally);
    Object.assign(this.run, derived, { tally: this.tally });
    this.stirred.clear();
    this.closing.clear();
    this.closedLists.length = 0;
  }

  forget(execution: number): void {
    this.run.executions = remove(this.run.executions, execution, natural);
  }

  /** The reduction as values. `alarm`: also when the earliest deadline is the same as before (after a load). */
  finish(options: { readonly alarm: boolean }): { readonly state: RunState; readonly effects: readonly Effect[] } {
    this.run.steps = replaceInTable(this.run.steps, this.touched);
    const state: RunState = this.run;
    const at = nextDeadline(state);
    if (options.alarm || at !== nextDeadline(this.before)) this.effects.push({ kind: "alarm", at });
    return { state, effects: this.effects };
  }
}
