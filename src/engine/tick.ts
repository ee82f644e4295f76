import type { Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import type { Result } from "./result.ts";

/** `x1`, `x2`, … in order of dispatch; never used twice in a run (T17). */
export type ExecutionId = string;
/** `i1`, `i2`, …; one work item keeps its id over retries, waits, pauses and reloads. */
export type ItemId = string;
export type WaiterId = string;

/** A path of keys in the store. */
export type StorePath = readonly (string | number)[];

/** Where an event that a running step sent came from: delivered once per key (R16). */
export interface SendKey {
  readonly execution: ExecutionId;
  readonly index: number;
}

/**
 * The runtime's verdict over a failure (R19): retry after so many ms, or not. `correction`: an agent is told what is
 * wrong with its answer, which does not use up the policy's attempts (T15, T39).
 */
export type RetryVerdict = { readonly retryAfterMs: number; readonly correction?: true } | null;

/** What a person says of an uncertain or parked attempt (T21). */
export type Decision =
  | { readonly kind: "rerun" }
  | { readonly kind: "failed" }
  | { readonly kind: "succeeded"; readonly output: Json };

/** Successes of another run of the same workflow that a run begins with (T26). */
export interface TakesOver {
  /** The run that they are of. */
  readonly run: string;
  readonly tasks: Readonly<Record<StepId, TakenOverTask>>;
}

export interface TakenOverTask {
  /** Of the tick that ended the task there. */
  readonly seq: number;
  /** From 1. */
  readonly attempt: number;
  /** What that tick says that it did, word for word. */
  readonly results: readonly Result[];
}

/** Where a run was forked from: what its journal holds before is the history of that run. */
export interface ForkedFrom {
  readonly run: string;
  /** Of that run among the runs of its workflow, for people. */
  readonly number: number;
  /** The last tick of that run that this one begins with. */
  readonly seq: number;
}

/** Where a run stops before it begins an item: at steps, and at events that are about to start one. */
export interface Breakpoints {
  readonly steps: readonly StepId[];
  readonly events: readonly string[];
}

/** Everything that can happen to a run, without its place in the journal. Plain JSON. */
export type TickBody =
  /** The first tick of every journal. */
  | {
      readonly kind: "run-started";
      readonly input: Json;
      readonly store?: Json;
      readonly takesOver?: TakesOver;
      /** *Run with pins*: these steps do nothing of their own, their `pinned` outputs stand for it. */
      readonly pins?: readonly StepId[];
      /** Left out: it has none. */
      readonly breakpoints?: Breakpoints;
    }
  /**
   * Memory was lost and the run is rebuilt (R48). `epoch` is the fencing number of the new owner. `crash` is for owners
   * that are told how the one before ended; a tab is not: a lock that becomes free does not say why.
   */
  | {
      readonly kind: "session-started";
      readonly epoch: number;
      readonly owner: string;
      readonly reason: "load" | "takeover" | "import" | "crash";
    }
  /**
   * The run goes its own way from here: what stands before is copied from another run. Nothing that was in flight there
   * is this run's, people are asked again, and nothing begins before a resume. `anew`: executions that the last tick
   * before dispatched, so that nobody has begun them.
   */
  | {
      readonly kind: "run-forked";
      readonly of: ForkedFrom;
      readonly epoch: number;
      readonly owner: string;
      readonly anew: readonly ExecutionId[];
    }
  /** An event from outside (no `from`) or sent by a running step (R16). */
  | {
      readonly kind: "event-added";
      readonly event: Event;
      readonly to?: StepId;
      readonly from?: SendKey;
      /** Who sent it, for people. */
      readonly by?: string;
    }
  /** The durable intent of an external execution, written before anybody outside is asked (T17). */
  | {
      readonly kind: "execution-started";
      readonly execution: ExecutionId;
      readonly owner: string;
      readonly key: string;
    }
  /** A step begins the workflow that it runs, with this input (R79). */
  | { readonly kind: "instance-started"; readonly execution: ExecutionId; readonly input: Json }
  | {
      readonly kind: "execution-finished";
      readonly execution: ExecutionId;
      readonly results: readonly Result[];
      readonly retry?: RetryVerdict;
      /** When it really began and ended, epoch ms, by the clock of whoever ran it. */
      readonly started?: number;
      readonly ended?: number;
      /** Time spent at the workspace gate, ms. */
      readonly waited?: number;
      /** What the runner reported, for people: sizes, digests, program. */
      readonly evidence?: Json;
    }
  | { readonly kind: "event-published"; readonly execution: ExecutionId; readonly event: Event }
  | {
      readonly kind: "store-changed";
      readonly execution: ExecutionId;
      readonly path: StorePath;
      /** Left out with `delete`. */
      readonly value?: Json;
      readonly delete?: true;
    }
  | { readonly kind: "once-recorded"; readonly execution: ExecutionId; readonly key: string; readonly value: Json }
  /** The `notBefore` of a delayed item has passed (R8). */
  | { readonly kind: "wake-up"; readonly item: ItemId }
  | {
      readonly kind: "waiter-timed-out";
      readonly step: StepId;
      readonly waiter: WaiterId;
      /** An old one is ignored (R39). */
      readonly generation: number;
    }
  | { readonly kind: "run-timed-out" }
  | { readonly kind: "pause-requested"; readonly reason?: string }
  | { readonly kind: "resume-requested" }
  /** In the place of those that it had. */
  | { readonly kind: "breakpoints-set"; readonly breakpoints: Breakpoints; readonly by: string }
  /** Of a paused run: one item begins, the one before which the run stopped or else the next; the run stays paused. */
  | { readonly kind: "step-requested"; readonly by: string }
  /** Of the run, or with `step` and `execution` of one execution (T28). First one wins (T23). */
  | {
      readonly kind: "cancel-requested";
      readonly request: string;
      readonly step?: StepId;
      readonly execution?: ExecutionId;
      readonly reason?: string;
    }
  /** Everything that the run owned has stopped (T25). */
  | { readonly kind: "cancel-acknowledged"; readonly request: string }
  /** `never`: provably never ran, dispatched anew. Else a person decides (T18). */
  | { readonly kind: "execution-lost"; readonly execution: ExecutionId; readonly never?: true; readonly cause?: string }
  | {
      readonly kind: "recovery-decided";
      readonly execution?: ExecutionId;
      readonly item?: ItemId;
      readonly decision: Decision;
      readonly by: string;
    }
  /** A person gave the event of an item that has not begun, or waits to begin again, other data. */
  | { readonly kind: "event-changed"; readonly item: ItemId; readonly data: Json; readonly by: string }
  /** Written before the hook is called: at most once (T31). */
  | { readonly kind: "hook-observed"; readonly hook: string; readonly observed: string };

export type TickKind = TickBody["kind"];

/** Something that happened: the only input of the reducer and the only thing in the journal. */
export type Tick = {
  /** From 1 without gaps. */
  readonly seq: number;
  /** Epoch ms; never goes back within a journal. */
  readonly at: number;
} & TickBody;
