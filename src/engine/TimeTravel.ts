import type { Notice } from "./notice.ts";
import { PastIndex } from "./PastIndex.ts";
import type { Plan } from "./plan.ts";
import { type Reduction, reduce } from "./reduce.ts";
import { initialState, type RunState } from "./runState.ts";
import type { Tick } from "./tick.ts";
import type { StateView, StepView } from "./view.ts";
import { changedSteps, viewRun, viewStep, viewWithoutSteps } from "./viewRun.ts";

/** A state is kept after so many ticks: between two of them at most as many are reduced again. */
const keptEvery = 128;

/** Blocks of states that were looked at last: steps to and fro around a border reduce nothing twice. */
const maxBlocks = 3;

/** The states after a kept one, as far as they were asked for. */
interface Block {
  readonly number: number;
  readonly states: RunState[];
}

/**
 * The whole past of a run: the state and the view after any tick. It is fed with the journal from its first tick on, in
 * as many parts as one likes, and while the run goes on. Pure: it needs no worker, no storage and no clock.
 *
 * States are persistent and share what did not change, so a kept one costs about what its ticks changed. Whoever plays
 * forwards has each tick reduced once; who plays backwards has each block of ticks reduced once.
 */
export class TimeTravel {
  readonly plan: Plan;
  /** Where what happened. */
  readonly index: PastIndex;
  readonly #ticks: Tick[] = [];
  readonly #notices: (readonly Notice[])[] = [];
  /** After `0`, `keptEvery`, `2 · keptEvery`, … ticks. */
  readonly #kept: RunState[];
  /** The one used last stands last. */
  readonly #blocks: Block[] = [];
  #head: RunState;
  #viewed: { readonly state: RunState; readonly view: StateView } | undefined;

  constructor(plan: Plan) {
    this.plan = plan;
    this.index = new PastIndex(plan);
    this.#head = initialState(plan);
    this.#kept = [this.#head];
  }

  /** The last tick that was added; 0 before the first. */
  get seq(): number {
    return this.#ticks.length;
  }

  /**
   * Takes the next tick of the journal and answers what it did. Throws when it is not the next one. `reduced`: what it
   * does to the state behind the ticks before, where somebody has reduced it already.
   */
  add(tick: Tick, reduced?: Reduction): Reduction {
    if (tick.seq !== this.seq + 1) throw new Error(`Tick ${tick.seq} does not follow tick ${this.seq}`);
    const before = this.#head;
    const reduction = reduced ?? reduce(this.plan, before, tick);
    const notices = reduction.effects.flatMap((effect) => (effect.kind === "notice" ? [effect.notice] : []));
    this.#head = reduction.state;
    this.#ticks.push(tick);
    this.#notices.push(notices.length === 0 ? none : notices);
    if (this.seq % keptEvery === 0) this.#kept.push(reduction.state);
    this.index.add(tick, before, reduction.state, notices);
    return reduction;
  }

  /** `undefined` for one that was not added. */
  tick(seq: number): Tick | undefined {
    return this.#ticks[seq - 1];
  }

  /** The lines of the trace that a tick wrote. */
  noticesOf(seq: number): readonly Notice[] {
    return this.#notices[seq - 1] ?? none;
  }

  /** The state after tick `seq`, from 0 (nothing has happened) to `this.seq`; throws outside of that. */
  stateAt(seq: number): RunState {
    if (!Number.isInteger(seq) || seq < 0 || seq > this.seq) throw new Error(`There is no tick ${seq} of ${this.seq}`);
    if (seq === this.seq) return this.#head;
    const block = this.#block(Math.floor(seq / keptEvery));
    const { states } = block;
    const offset = seq % keptEvery;
    for (;;) {
      const state = states[offset];
      if (state !== undefined) return state;
      const tick = this.#ticks[block.number * keptEvery + states.length - 1];
      const last = states[states.length - 1];
      if (tick === undefined || last === undefined) throw new Error(`Tick ${seq} is missing`);
      states.push(reduce(this.plan, last, tick).state);
    }
  }

  /** The view after tick `seq`. A step that is as in the view before keeps its object, however far apart they are. */
  viewAt(seq: number): StateView {
    const state = this.stateAt(seq);
    if (this.#viewed?.state === state) return this.#viewed.view;
    const view = this.#viewed === undefined ? viewRun(this.plan, state) : this.#viewFrom(this.#viewed, state);
    this.#viewed = { state, view };
    return view;
  }

  #viewFrom(before: { readonly state: RunState; readonly view: StateView }, state: RunState): StateView {
    const changed = changedSteps(this.plan, before.state, state);
    const steps =
      changed.length === 0
        ? before.view.steps
        : {
            ...before.view.steps,
            ...Object.fromEntries(changed.map((id): [string, StepView] => [id, viewStep(this.plan, state, id)])),
          };
    return { ...viewWithoutSteps(this.plan, state), steps };
  }

  #block(number: number): Block {
    const at = this.#blocks.findIndex((block) => block.number === number);
    const [found] = at < 0 ? [] : this.#blocks.splice(at, 1);
    const first = this.#kept[number];
    if (first === undefined) throw new Error(`No state was kept for block ${number}`);
    const block = found ?? { number, states: [first] };
    this.#blocks.push(block);
    if (this.#blocks.length > maxBlocks) this.#blocks.shift();
    return block;
  }
}

const none: readonly Notice[] = [];
