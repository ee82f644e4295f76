import type { Json } from "../workflow/json.ts";
import type { EventType } from "../workflow/workflow.ts";
import type { DeadlineKey } from "./deadlines.ts";
import type { ElementResults } from "./eachPart.ts";
import type { JoinedEvent } from "./effect.ts";
import type { Event } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { Queue } from "./persistent/queue.ts";
import type { SortedMap } from "./persistent/sortedMap.ts";
import type { Exit } from "./result.ts";
import type { WaiterId } from "./tick.ts";
import type { Trail } from "./trail.ts";
import type { StepOutcome } from "./view.ts";
import type { Lineage, WorkItem } from "./workItem.ts";

/** What the state holds of one step. */
export interface StepState {
  /** Eligible items that nobody carries out yet. */
  readonly queue: WorkQueue;
  /** Items that wait for their retry, by the order in which they failed. */
  readonly delayed: SortedMap<number, DelayedItem>;
  /** By worker; a free slot is `null`. */
  readonly workers: readonly (Execution | null)[];
  /** Items that wait for an event or a time, by item number. */
  readonly suspended: SortedMap<number, WorkItem>;
  readonly waiters: SortedMap<WaiterId, Waiter>;
  readonly buffers: SortedMap<string, Buffer>;
  /** Of `join: one-of-each`, by scope. */
  readonly gathering: SortedMap<string, Gathering>;
  /** Failed items that wait for a person (R70), by item number. */
  readonly parked: SortedMap<number, WorkItem>;
  /** What a cancel took away, to be brought back by a resume (T26). */
  readonly setAside: Queue<SetAside>;
  /** `null`: no task, or one of a workflow that is not begun (R79). */
  readonly task: TaskState | null;
  readonly lastOutcome: StepOutcome | null;
  /** Of `perSecond`; `null`: nothing was dispatched yet, or there is no such bound. */
  readonly pace: Pace | null;
  /** Of `forEach`; `null`: no list was opened yet. */
  readonly each: Each | null;
  /** The last failure, until it succeeds. */
  readonly lastFailure: Failure | null;
  /** Its place among the steps that wait for capacity or a workspace; `null`: it does not. */
  readonly claim: Claim | null;
}

/**
 * The eligible items of a step. Those that an interruption brought back stand before those that a retry made due,
 * which stand in the order in which they failed (R56), and before those that arrived.
 */
export interface WorkQueue {
  readonly interrupted: Queue<WorkItem>;
  readonly retried: SortedMap<number, WorkItem>;
  readonly arrived: Queue<WorkItem>;
}

export interface DelayedItem {
  readonly item: WorkItem;
  readonly deadline: DeadlineKey;
}

/** One dispatch of a work item to a worker. */
export interface Execution {
  /** Counts dispatches in the run, from 1. */
  readonly number: number;
  readonly item: WorkItem;
  readonly worker: number;
  /** Epoch ms. */
  readonly at: number;
  /** Versions of the buffers of its scope at dispatch; those that did not exist are left out (R25). */
  readonly saw: Readonly<Record<string, number>>;
  /** How many of its live sends were taken (R16). */
  readonly sends: number;
  /** Who carries it out, and how it knows it; absent until `execution-started`. */
  readonly intent?: { readonly owner: string; readonly key: string };
  /** Nobody knows what became of it: a person decides (T18). It holds its worker and its workspace, no capacity (T38). */
  readonly uncertain?: { readonly cause?: string };
}

export interface Waiter {
  readonly id: WaiterId;
  /** Unique in the run, so that an old deadline never hits a new waiter of the same name (R39). */
  readonly generation: number;
  /** The number of the work item that waits. */
  readonly item: number;
  readonly ordinal: number;
  /** Whether the step gave the id itself. */
  readonly named: boolean;
  readonly type: EventType;
  readonly where?: Readonly<Record<string, Json>>;
  readonly ask?: Event;
  /** Epoch ms. */
  readonly since: number;
  readonly dueAt?: number;
  readonly state:
    | { readonly kind: "open"; readonly deadline?: DeadlineKey }
    | { readonly kind: "resolved"; readonly event: Event }
    /** `before`: the number of the next execution then; that one and later ones have seen it. */
    | { readonly kind: "timed-out"; readonly before: number };
}

export interface Buffer {
  /** By the order of adding. */
  readonly members: SortedMap<number, Event>;
  /** Unique in the run: a buffer that was emptied and filled again is another one (R27). */
  readonly version: number;
}

/** Events of one scope that wait for the others: per accepted type, first in, first out (R29). */
export type Gathering = Readonly<Record<EventType, Queue<Gathered>>>;

/** An event that reached a join. */
export interface Gathered {
  readonly event: JoinedEvent;
  readonly lineage: Lineage;
}

export interface SetAside {
  readonly item: WorkItem;
  /** Its retry was due then, epoch ms. */
  readonly notBefore?: number;
}

export type TaskState =
  /** `open`: how many of its needs are not terminal yet. */
  | { readonly kind: "pending"; readonly open: number }
  | { readonly kind: "ready" | "running" }
  | {
      readonly kind: "ended";
      readonly outcome: Exclude<StepOutcome, "timeout">;
      readonly exit?: Exit;
      readonly output?: Json;
      readonly trail: Trail;
      /** A cancel ended it before it was ready: a resume makes it pending again (T26). */
      readonly wasPending?: true;
    };

export interface Pace {
  /** Nothing of the step begins before, epoch ms. */
  readonly from: number;
  /** The item whose turn it is, and its wake-up. */
  readonly held?: { readonly item: number; readonly deadline: DeadlineKey };
}

/** The lists of a step with `forEach` (R72). The counts are those since it last had none open. */
export interface Each {
  /** By inner batch. */
  readonly open: SortedMap<number, OpenEach>;
  readonly total: number;
  /** Elements that ended, whatever way. */
  readonly done: number;
  /** Of these, those that failed for good, skipped ones included. */
  readonly failed: number;
}

/** A list that is under way. */
export interface OpenEach {
  /** The work item that opened it; `null`: it failed already, and what is left of its elements is dropped. */
  readonly item: WorkItem | null;
  readonly total: number;
  readonly results: ElementResults;
  /** Of a task: its worst element so far. */
  readonly worst: FailedElement | null;
}

export interface FailedElement {
  readonly outcome: "cancellation" | "denial" | "failure";
  /** What is offered to a port or handler (R23); `null`: nothing. */
  readonly data: Json;
  readonly exit?: Exit;
  /** Of the tick that ended it. */
  readonly seq: number;
  readonly attempt: number;
}

/** What a step with a free worker and an eligible item waits for. */
export interface Claim {
  /** Lower comes first (R44). */
  readonly priority: number;
  /** The number of the item at the head of its queue. */
  readonly item: number;
}

export const emptyQueue: WorkQueue = { interrupted: undefined, retried: undefined, arrived: undefined };

export const emptyStep: StepState = {
  queue: emptyQueue,
  delayed: undefined,
  workers: [],
  suspended: undefined,
  waiters: undefined,
  buffers: undefined,
  gathering: undefined,
  parked: undefined,
  setAside: undefined,
  task: null,
  lastOutcome: null,
  pace: null,
  each: null,
  lastFailure: null,
  claim: null,
};
