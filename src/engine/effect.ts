import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { EachPart } from "./eachPart.ts";
import type { Event } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { Notice } from "./notice.ts";
import type { SortedMap } from "./persistent/sortedMap.ts";
import type { InstanceEnd } from "./runState.ts";
import type { ExecutionId, ItemId, WaiterId } from "./tick.ts";
import type { Trail } from "./trail.ts";

/** What a resolved or timed-out `ctx.wait` gives back, by waiter id. */
export interface WaitOutcome {
  readonly waiter: WaiterId;
  /** Absent: the implicit waiter of `ordinal`. */
  readonly id?: string;
  readonly ordinal: number;
  /** The event it awaits. */
  readonly type: EventType;
  /** Absent when it timed out. */
  readonly event?: Event;
  readonly timedOut?: true;
  /** When the waiter was made, epoch ms. */
  readonly since: number;
  readonly dueAt?: number;
}

/** The element that opened an item's line in a batch (R71). */
export interface Element {
  readonly item: Json;
  readonly index: number;
}

/** An event that a join gathered, with the element that opened its line (R71). */
export interface JoinedEvent extends Event {
  readonly item?: Json;
  readonly index?: number;
}

/** What started a step. Of a join the type is `Batch` or `OneOfEach`, and the gathered events are beside it. */
export interface TriggerEvent extends Event {
  readonly events?: readonly JoinedEvent[];
  /** Of `one-of-each`. */
  readonly by?: Readonly<Record<EventType, JoinedEvent>>;
}

/** One dispatch of a work item to a worker slot, with all that its executor may see of the run's state. */
export interface Dispatch {
  readonly execution: ExecutionId;
  readonly item: ItemId;
  readonly step: StepId;
  readonly worker: number;
  /** From 1. */
  readonly attempt: number;
  /** Failures of this item so far; what `maxAttempts` looks at (R55). */
  readonly failures: number;
  /** How often its answer was corrected; at most twice (T15). */
  readonly corrections: number;
  /** Epoch ms; 0 is a time (R21). */
  readonly firstAttemptAt: number;
  /** When this dispatch was decided, epoch ms. */
  readonly at: number;
  readonly lastFailure?: Failure | undefined;
  /** Absent for a task. */
  readonly event?: TriggerEvent | undefined;
  /** Where the results of its ancestors stand (R69); ask it with `lookUp` of `trail.ts`. */
  readonly trail: Trail;
  /** The instance that it runs in; absent in the outermost workflow (R79). */
  readonly within?: number | undefined;
  /** The workflow that its work item began before; one that has ended is only to be handed on (R79). */
  readonly hosts?: { readonly since: number; readonly end: InstanceEnd | null } | undefined;
  readonly element?: Element | undefined;
  /** Outer elements, outermost first. */
  readonly elements?: readonly Element[] | undefined;
  /** Of a step with `forEach`: what this execution is asked for (R72). */
  readonly each?: EachPart | undefined;
  /** Of one element: the number of the inner batch that its list opened. */
  readonly list?: number | undefined;
  /** Waiters of this item that are resolved or timed out. */
  readonly waits: readonly WaitOutcome[];
  /** Recorded values of `ctx.once` (R18). */
  readonly once: Readonly<Record<string, Json>>;
  /** The step's buffers as they stand at dispatch, by name; their members in the order of adding (R25). */
  readonly buffers: Readonly<Record<string, SortedMap<number, Event>>>;
}

/** Why an execution must stop. */
export type AbortReason = "ended" | "cancelled" | "paused" | "timed-out" | "superseded";

/** A deadline that the state holds. The runtime turns a due one into its tick. */
export type Deadline = {
  /** Epoch ms. */
  readonly at: number;
} & (
  | { readonly kind: "wake-up"; readonly item: ItemId }
  | { readonly kind: "waiter"; readonly step: StepId; readonly waiter: WaiterId; readonly generation: number }
  | { readonly kind: "run" }
);

/**
 * Something to do: the only output of the reducer besides the next state. Carried out in order, after the
 * commit of the tick that caused it. Replay drops effects.
 */
export type Effect =
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "start"; readonly dispatch: Dispatch }
  /** After a load: an external execution is in flight; ask its owner about it by key (T18). */
  | { readonly kind: "attach"; readonly dispatch: Dispatch; readonly key?: string; readonly owner?: string }
  /** Stop it at once; nothing that it says afterwards counts (R12). */
  | { readonly kind: "abort"; readonly execution: ExecutionId; readonly reason: AbortReason }
  /** Tell it to stop; it ends as what really happened (T24). */
  | { readonly kind: "stop"; readonly execution: ExecutionId; readonly request: string }
  /** The workflow that the execution began has ended; the execution ends now, as its step says (R79). */
  | { readonly kind: "instance-ended"; readonly execution: ExecutionId; readonly end: InstanceEnd }
  /** The earliest deadline of the state changed; `null`: there is none. At most one per reduction, the last effect. */
  | { readonly kind: "alarm"; readonly at: number | null }
  /** Cancel bookkeeping: nothing of the run is in flight any more, write `cancel-acknowledged` (T25). */
  | { readonly kind: "acknowledge-cancel"; readonly request: string };
