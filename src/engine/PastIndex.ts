import type { Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import { executionIn } from "./inFlight.ts";
import type { Notice, NotRunningWhy } from "./notice.ts";
import { ownEntry } from "./ownEntry.ts";
import { find, natural, sizeOf } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { StepState } from "./stepState.ts";
import { changedEntries } from "./stepTable.ts";
import type { StorePath, Tick } from "./tick.ts";

/** Numbers of ticks, in order. */
type Seqs = readonly number[];

/** The work that one execution opened by returning a list. Times in epoch ms. */
export interface PastBatch {
  readonly step: StepId;
  readonly members: number;
  readonly from: number;
  readonly fromSeq: number;
  /** Absent while it is open. */
  readonly to?: number;
}

/**
 * Where in a run what happened: lists of ticks to jump to. It is told of each tick once, with the states before and
 * after it, and grows with the run; the lists grow in place.
 */
export class PastIndex {
  /**
   * Something failed, was denied or is uncertain, or the run ended in another way than with success. A wait whose time
   * is over is none: a delay wants just that, and where it is a failure the step's result says so.
   */
  readonly errors: Seqs;
  /** A question was asked or answered. */
  readonly asks: Seqs;
  /** An event was published to whoever watches, asks included. */
  readonly publishes: Seqs;
  /** The run began to go its own way: what comes before is copied from another one. */
  readonly forks: Seqs;
  /** All batches, in the order in which they were opened (R31). */
  readonly batches: readonly PastBatch[];
  readonly #batches: PastBatch[] = [];
  /** Where the open ones stand in the list, by number. */
  readonly #open = new Map<number, number>();
  readonly #errors: number[] = [];
  readonly #asks: number[] = [];
  readonly #publishes: number[] = [];
  readonly #forks: number[] = [];
  readonly #plan: Plan;
  readonly #ofStep = new Map<StepId, number[]>();
  /** The store after each tick that changed it. Stores are persistent: a kept one costs its change. */
  readonly #stores: { readonly seq: number; readonly store: Json }[] = [];
  readonly #changesOf = new Map<string, { read: number; value: Json | undefined; readonly seqs: number[] }>();
  readonly #keys = { read: 0, names: new Set<string>() };

  constructor(plan: Plan) {
    this.#plan = plan;
    this.errors = this.#errors;
    this.asks = this.#asks;
    this.publishes = this.#publishes;
    this.forks = this.#forks;
    this.batches = this.#batches;
  }

  add(tick: Tick, before: RunState, after: RunState, notices: readonly Notice[]): void {
    const { seq } = tick;
    for (const step of this.#stepsOf(tick, before, after, notices)) {
      const seqs = this.#ofStep.get(step);
      if (seqs === undefined) this.#ofStep.set(step, [seq]);
      else seqs.push(seq);
    }
    if (notices.some(isError)) this.#errors.push(seq);
    if (notices.some(({ kind }) => kind === "publish")) this.#publishes.push(seq);
    if (tick.kind === "run-forked") this.#forks.push(seq);
    const answers = tick.kind === "event-added" && tick.event.type === "Answer" && !isIgnored(notices);
    if (answers || notices.some((notice) => notice.kind === "publish" && notice.event.type === "Ask"))
      this.#asks.push(seq);
    this.#noteBatches(tick, before, after);
    if (before.store !== after.store || this.#stores.length === 0) this.#stores.push({ seq, store: after.store });
  }

  /** What a step did, and what changed in what it holds. */
  ofStep(step: StepId): Seqs {
    return this.#ofStep.get(step) ?? nothing;
  }

  /** The value at a path of the run's store became another one; the empty path: anything in it. */
  storeChanges(path: StorePath): Seqs {
    const key = JSON.stringify(path);
    let known = this.#changesOf.get(key);
    if (known === undefined) {
      known = { read: 0, value: undefined, seqs: [] };
      this.#changesOf.set(key, known);
    }
    for (; known.read < this.#stores.length; known.read++) {
      const entry = this.#stores[known.read];
      if (entry === undefined) break;
      const value = valueAt(entry.store, path);
      if (known.read > 0 ? value !== known.value : !isEmptyStore(value)) known.seqs.push(entry.seq);
      known.value = value;
    }
    return known.seqs;
  }

  /** The value at a path of the run's store after a tick; `undefined`: there is none. */
  storeValueAt(path: StorePath, seq: number): Json | undefined {
    let [low, high] = [0, this.#stores.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stores[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    const entry = this.#stores[low - 1];
    return entry && valueAt(entry.store, path);
  }

  /** The names at the top of the run's store that were ever there, in the order in which they came; the first 200. */
  storeKeys(): readonly string[] {
    const keys = this.#keys;
    for (; keys.read < this.#stores.length && keys.names.size < maxKeys; keys.read++) {
      const store = this.#stores[keys.read]?.store;
      if (typeof store === "object" && store !== null) for (const name of Object.keys(store)) keys.names.add(name);
    }
    return [...keys.names].slice(0, maxKeys);
  }

  #noteBatches(tick: Tick, before: RunState, after: RunState): void {
    if (before.batches === after.batches) return;
    // Numbers are given in order, and a batch that was opened and closed by one tick never was there.
    for (let number = before.counters.batch; number < after.counters.batch; number++) {
      const batch = find(after.batches, number, natural);
      const step = batch && this.#plan.steps[batch.step];
      if (batch === undefined || step === undefined) continue;
      this.#open.set(number, this.#batches.length);
      this.#batches.push({ step: step.id, members: batch.members, from: tick.at, fromSeq: tick.seq });
    }
    if (sizeOf(after.batches) === this.#open.size) return;
    for (const [number, place] of this.#open) {
      if (find(after.batches, number, natural) !== undefined) continue;
      this.#open.delete(number);
      const batch = this.#batches[place];
      if (batch !== undefined) this.#batches[place] = { ...batch, to: tick.at };
    }
  }

  #stepsOf(tick: Tick, before: RunState, after: RunState, notices: readonly Notice[]): ReadonlySet<StepId> {
    const steps = new Set<StepId>();
    for (const index of changedEntries(before.steps, after.steps)) {
      const step = this.#plan.steps[index];
      if (step !== undefined && hasChanged(stepAt(before, index), stepAt(after, index))) steps.add(step.id);
    }
    for (const notice of notices) if ("step" in notice) steps.add(notice.step);
    if ("execution" in tick && tick.execution !== undefined) {
      const held = executionIn(before, tick.execution);
      const step = held && this.#plan.steps[held.step];
      if (step !== undefined) steps.add(step.id);
    }
    if (tick.kind === "event-added" && tick.to !== undefined) steps.add(tick.to);
    return steps;
  }
}

const maxKeys = 200;
const nothing: Seqs = [];

/** The first tick of a list after `seq`. */
export function nextIn(seqs: Seqs, seq: number): number | undefined {
  return seqs[firstAfter(seqs, seq)];
}

/** The last tick of a list before `seq`. */
export function previousIn(seqs: Seqs, seq: number): number | undefined {
  return seqs[firstAfter(seqs, seq - 1) - 1];
}

/** How many of a list stand at or before `seq`. */
export function countUpTo(seqs: Seqs, seq: number): number {
  return firstAfter(seqs, seq);
}

function firstAfter(seqs: Seqs, seq: number): number {
  let low = 0;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

const troubles: ReadonlySet<NotRunningWhy> = new Set(["failed", "denied", "retrying", "uncertain"]);

function isError(notice: Notice): boolean {
  if (notice.kind === "not-running") return troubles.has(notice.why);
  if (notice.kind === "parked" || notice.kind === "blocked") return true;
  return notice.kind === "end" && notice.outcome !== "success";
}

function isIgnored(notices: readonly Notice[]): boolean {
  return notices.some(({ kind }) => kind === "ignored");
}

/** Its place in the line for capacity is nothing that happened to a step, nor are slots that stay empty. */
function hasChanged(before: StepState, after: StepState): boolean {
  return (Object.keys(after) as (keyof StepState)[]).some((key) => {
    if (key === "claim" || before[key] === after[key]) return false;
    return key !== "workers" || differ(before.workers, after.workers);
  });
}

function differ(before: StepState["workers"], after: StepState["workers"]): boolean {
  const slots = Math.max(before.length, after.length);
  for (let slot = 0; slot < slots; slot++) if ((before[slot] ?? null) !== (after[slot] ?? null)) return true;
  return false;
}

function valueAt(store: Json, path: StorePath): Json | undefined {
  let value: Json | undefined = store;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = ownEntry(value as Readonly<Record<string, Json>>, String(key));
  }
  return value;
}

/** A run that begins without a store changed nothing. */
function isEmptyStore(value: Json | undefined): boolean {
  return value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
