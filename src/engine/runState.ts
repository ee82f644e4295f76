import type { Json } from "../workflow/json.ts";
import type { Awaited } from "./awaited.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Failure } from "./failure.ts";
import type { RunOutcome } from "./notice.ts";
import type { Queue } from "./persistent/queue.ts";
import type { SortedMap } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { emptyStep, type Gathered, type StepState } from "./stepState.ts";
import { buildTable, type Table, tableAt } from "./stepTable.ts";
import type { Breakpoints } from "./tick.ts";
import type { Lifecycle } from "./view.ts";
import type { Lineage } from "./workItem.ts";

/**
 * The state of one run. Persistent: no tick changes what an older state holds, and a tick copies only the path to
 * what it changes. `encodeState` makes it plain JSON for a snapshot.
 */
export interface RunState {
  readonly lifecycle: Lifecycle;
  /** `null` while it has not ended. */
  readonly outcome: RunOutcome | null;
  readonly result: Json | null;
  /** Why it ended or paused, in words. */
  readonly reason: string | null;
  /** Of `run-started`; `null` before. */
  readonly input: Json;
  readonly store: Json;
  /** A pause holds, whatever else the lifecycle says. */
  readonly paused: boolean;
  readonly cancel: Cancel | null;
  /** Outcome and result stand, only clean-up tasks run any more (T41). */
  readonly ending: End | null;
  /** The result of a `stop` that takes effect when the run settles (R75). */
  readonly settledResult: { readonly result?: Json } | null;
  /** A cancel ended something before its time (T29, T36). */
  readonly cancelledWork: boolean;
  /** An event step failed for good while a cancel was under way: the outcome, unless something was cancelled; then that of the resumed run. */
  readonly failed: End | null;

  readonly steps: Table<StepState>;
  /** Executions in flight or uncertain, by number: where they are. */
  readonly executions: SortedMap<number, { readonly step: number; readonly worker: number }>;
  readonly deadlines: Deadlines;
  /** Items that wait for a `wake-up`, by number: the step, and the order of failing it stands under there (`paceOrder`: none). */
  readonly delayed: SortedMap<number, { readonly step: number; readonly order: number }>;
  /** Open waiters by type, then by step and generation. */
  readonly awaited: Awaited;
  readonly batches: SortedMap<number, Batch>;
  /** Workflows inside the workflow that have been begun (R79), numbered together with the batches. */
  readonly instances: SortedMap<number, Instance>;
  readonly tally: Tally;
  readonly capacity: Capacity;
  readonly workspaces: SortedMap<string, Workspace>;
  readonly clock: RunClock;
  readonly counters: Counters;
  readonly sessions: Sessions;
  /** `null`: it stops nowhere. */
  readonly breaks: Breaks | null;
  /** `idle` was said in this quiet period (R46). */
  readonly idle: boolean;
  /** Of the last tick, epoch ms. */
  readonly at: number;
}

export interface Breaks extends Breakpoints {
  /** The item before which the run stopped. */
  readonly stopped: { readonly step: number; readonly item: number } | null;
  /** The number of the item that a resume lets pass. */
  readonly passes: number | null;
}

export interface End {
  readonly outcome: RunOutcome;
  readonly result?: Json;
  readonly reason?: string;
}

export interface Cancel {
  /** The first one wins (T23). */
  readonly request: string;
  /** Whether `acknowledge-cancel` is under way. */
  readonly asked: boolean;
}

/** The work that one execution opened by returning a list (R31). */
export interface Batch {
  /** The index of the step that opened it. */
  readonly step: number;
  /** Of the work item that opened it, with the tick that did: what is outside the batch. */
  readonly outer: Lineage;
  /** How many events opened it. */
  readonly members: number;
  /** Live work items directly in it, and open batches directly in it (R32). */
  readonly live: number;
  /** Joins that have members or have fired, by step. */
  readonly joins: SortedMap<number, BatchJoin>;
}

/** One execution of the workflow that a step runs (R79). */
export interface Instance {
  /** The index of the step that runs it. */
  readonly step: number;
  /** Of everything directly in it: around it, and its own number. */
  readonly scope: readonly number[];
  readonly input: Json;
  readonly store: Json;
  /** Epoch ms. */
  readonly since: number;
  /** Live work items directly in it, and open batches directly in it. */
  readonly live: number;
  /** The result of a `stop` that takes effect when it settles (R75). */
  readonly settledResult: { readonly result?: Json } | null;
  /** `null` while it has not ended. It stands here until the work item that runs it has heard of it. */
  readonly end: InstanceEnd | null;
}

export interface InstanceEnd extends End {
  /** Of the step that failed in it. */
  readonly failure?: Failure;
}

export interface BatchJoin {
  readonly fired: boolean;
  /** As they arrived: a batch may have many, and each costs the same. */
  readonly members: Queue<Member>;
}

/** What reached a join of a batch. Its place in the list that opened the batch is that of its innermost element. */
export interface Member extends Gathered {
  /** Grows with each arrival in the run. */
  readonly arrival: number;
}

/** How many of what there are, so that no tick has to count. */
export interface Tally {
  readonly queued: number;
  readonly delayed: number;
  /** In flight; uncertain ones are counted apart. */
  readonly running: number;
  readonly uncertain: number;
  /** Those of `running` that only wait for what their instance does (R79). */
  readonly hosting: number;
  /** Items that wait for a time (`delay`). */
  readonly sleeping: number;
  readonly parked: number;
  /** Waiters for an event. */
  readonly openWaiters: number;
}

/** Executions in flight that count against a limit. */
export interface Capacity {
  readonly total: number;
  readonly command: number;
  readonly agent: number;
  /** Steps with a free worker and an eligible item that did not get capacity or their workspace, by lane and priority. */
  readonly claims: Readonly<Record<"command" | "agent" | "other" | "free", SortedMap<number, number>>>;
}

/** Who uses a workspace, and who waits for it, by arrival (T12). */
export interface Workspace {
  readonly readers: number;
  readonly writers: number;
  readonly waiting: SortedMap<number, { readonly step: number; readonly access: "read" | "write" }>;
}

/** The alive time of the run (R42). */
export type RunClock =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly deadline: { readonly at: number; readonly order: number } }
  | { readonly kind: "stopped"; readonly leftMs: number };

/** The next number of each kind. */
export interface Counters {
  readonly item: number;
  readonly execution: number;
  readonly batch: number;
  readonly waiter: number;
  readonly deadline: number;
  readonly version: number;
  readonly failure: number;
}

/** How the sessions of the run went (R77). */
export interface Sessions {
  /** Sessions in a row that lost running work and made no progress. */
  readonly barren: number;
  /** The present session lost running work at its start, and nothing happened since. */
  readonly unproved: boolean;
}

export function initialState(plan: Plan): RunState {
  return {
    lifecycle: "planned",
    outcome: null,
    result: null,
    reason: null,
    input: null,
    store: {},
    paused: false,
    cancel: null,
    ending: null,
    settledResult: null,
    cancelledWork: false,
    failed: null,
    steps: buildTable(
      plan.steps.map(({ task, scope }) =>
        task && scope === plan.root ? { ...emptyStep, task: pending(task.needs.length) } : emptyStep,
      ),
    ),
    executions: undefined,
    deadlines: undefined,
    delayed: undefined,
    awaited: undefined,
    batches: undefined,
    instances: undefined,
    tally: {
      queued: 0,
      delayed: 0,
      running: 0,
      uncertain: 0,
      hosting: 0,
      sleeping: 0,
      parked: 0,
      openWaiters: 0,
    },
    capacity: { total: 0, command: 0, agent: 0, claims: noClaims },
    workspaces: undefined,
    clock: Number.isFinite(plan.bounds.timeoutMs)
      ? { kind: "stopped", leftMs: plan.bounds.timeoutMs }
      : { kind: "none" },
    counters: { item: 1, execution: 1, batch: 1, waiter: 1, deadline: 1, version: 1, failure: 1 },
    sessions: { barren: 0, unproved: false },
    breaks: null,
    idle: false,
    at: 0,
  };
}

/** Nobody waits for capacity: always this very value, so that it is seen at once. */
export const noClaims: Capacity["claims"] = {
  command: undefined,
  agent: undefined,
  other: undefined,
  free: undefined,
};

export function stepAt(state: RunState, index: number): StepState {
  return tableAt(state.steps, index);
}

function pending(open: number) {
  return { kind: "pending", open } as const;
}
