import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { Failure } from "./failure.ts";
import type { RunOutcome } from "./notice.ts";
import type { Breakpoints, ExecutionId, ItemId, WaiterId } from "./tick.ts";

export type Lifecycle = "planned" | "running" | "paused" | "cancelling" | "needs-recovery" | "completed";

export type StepStatus = "preparing" | "running" | "not-running";

/** How a step's last execution, or a task, ended. */
export type StepOutcome = "success" | "failure" | "denial" | "cancellation" | "skipped" | "blocked" | "timeout";

export interface WorkerView {
  readonly worker: number;
  readonly execution: ExecutionId;
  readonly attempt: number;
  /** Event type, `[n]` for a join, absent for a task. */
  readonly event?: string;
  /** Its batch and its place there; absent outside all batches. */
  readonly member?: MemberView;
}

/** Where a work item stands in the innermost batch that it is in (R71). */
export interface MemberView {
  /** `b1/b2`: the batches it is in, outermost first. */
  readonly batch: string;
  /** Of the element that opened its line, from 0. */
  readonly index: number;
}

export interface WaiterView {
  readonly waiter: WaiterId;
  readonly item: ItemId;
  /** Since when it waits, epoch ms. */
  readonly since: number;
  readonly member?: MemberView;
  readonly type: EventType;
  readonly where?: Readonly<Record<string, Json>>;
  /** Epoch ms. */
  readonly deadlineAt?: number;
  /** The published ask, when there is one. */
  readonly ask?: { readonly type: EventType; readonly data?: Json };
}

/** An attempt that only a person can settle (T21). */
export interface UncertainView {
  readonly step: StepId;
  readonly worker: number;
  readonly execution: ExecutionId;
  readonly attempt: number;
  readonly event?: string;
  readonly key?: string;
  readonly cause?: string;
  readonly member?: MemberView;
}

/** A failed item that waits for a person (R70). Its event and its whole error stand in the journal. */
export interface ParkedView {
  readonly item: ItemId;
  readonly event?: string;
  /** Of its last attempt, from 1. */
  readonly attempt: number;
  readonly failures: number;
  readonly error: { readonly name: string; readonly message: string };
  readonly member?: MemberView;
}

/** What a `join: one-of-each` has in one scope, and what it still lacks (R29). */
export interface GatheringView {
  /** `b1/b2`; empty outside all batches. */
  readonly scope: string;
  /** By type, how many wait for the others. */
  readonly has: Readonly<Record<EventType, number>>;
  /** In the order of `accepts`. */
  readonly lacks: readonly EventType[];
}

/** The work that one execution opened by returning a list, while it is open (R31, R32). */
export interface BatchView {
  /** `b1/b2`: itself last. */
  readonly batch: string;
  /** The step that opened it. */
  readonly step: StepId;
  /** How many events opened it. */
  readonly members: number;
  /** Work items and inner batches that are live directly in it. Of a line that forked each branch counts. */
  readonly open: number;
  /** Members of which nothing is live any more. */
  readonly done: number;
  /** Of these, how many ended without reaching a join. */
  readonly endedEarly: number;
  /** The joins that gather its members, in declaration order. */
  readonly joins: readonly BatchJoinView[];
}

export interface BatchJoinView {
  readonly step: StepId;
  readonly has: number;
  /** Absent: it waits for all. */
  readonly take?: number;
  /** It has had its first `take`; later members are ignored. */
  readonly fired: boolean;
}

export interface EachView {
  /** Of all its lists since it last had none open. */
  readonly total: number;
  /** Ended, whatever way. */
  readonly done: number;
  /** Of these, those that failed for good, skipped ones included. */
  readonly failed: number;
  /** They wait for a person (R70). */
  readonly parked: number;
  /** The lists that are under way, oldest first, at most `maxListsShown`; absent when there is none. */
  readonly lists?: readonly EachListView[];
  /** How many there are; absent when there is none. */
  readonly listCount?: number;
}

/** One list of a `forEach` that is under way. */
export interface EachListView {
  /** The number of its inner batch, as dispatches name it (`Dispatch.list`). */
  readonly list: number;
  readonly total: number;
  readonly done: number;
}

/** What interface and scenarios see of one step (`scenarios.md`, The state view). */
export interface StepView {
  readonly status: StepStatus;
  readonly queued: number;
  readonly delayed: number;
  readonly running: number;
  readonly waiting: number;
  readonly workers: readonly WorkerView[];
  /** Buffer name → types of its members; of a batch named `name@b1/b2`. */
  readonly buffers: Readonly<Record<string, readonly EventType[]>>;
  readonly task: "pending" | "ready" | "running" | StepOutcome | null;
  readonly lastOutcome: StepOutcome | null;
  /** Unresolved waiters, in order. */
  readonly waiters: readonly WaiterView[];
  /** Attempts that need a person's decision. */
  readonly uncertain: readonly UncertainView[];
  /** The earliest `notBefore` of a delayed item, epoch ms. */
  readonly nextRetryAt: number | null;
  /** Of `forEach`: the elements of the lists that are under way, or of the last ones; absent before the first (R72). */
  readonly each?: EachView;
  /** The last failure of the step, until it succeeds. */
  readonly lastFailure: Failure | null;
  /** Items that wait for a person, the first `maxParkedShown`; absent when there is none. */
  readonly parked?: readonly ParkedView[];
  /** How many there are; absent when there is none. */
  readonly parkedCount?: number;
  /** Of `join: one-of-each`, the first `maxGatheringsShown` scopes that are incomplete; absent when there is none. */
  readonly gathering?: readonly GatheringView[];
  /** `perSecond` holds the next item back until then, epoch ms. */
  readonly pacedUntil?: number;
}

/** A view is sent with every change: lists that a workflow can make long are cut, their number is not. */
export const maxParkedShown = 500;
export const maxGatheringsShown = 20;
export const maxBatchesShown = 100;
export const maxListsShown = 100;

/** What interface and scenarios see of a run. `step#worker` names in `needsRecovery`. */
export interface StateView {
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly result: Json | null;
  /** Why it ended or paused, in words. */
  readonly reason: string | null;
  readonly needsRecovery: readonly string[];
  /** Where the run stops; absent: nowhere. */
  readonly breakpoints?: Breakpoints;
  /** The item before which it stopped at a breakpoint, until it goes on. */
  readonly stopped?: { readonly step: StepId; readonly item: ItemId };
  readonly steps: Readonly<Record<StepId, StepView>>;
  readonly batches: number;
  /** The oldest `maxBatchesShown` of them; absent when none is open. */
  readonly openBatches?: readonly BatchView[];
  readonly store: Json;
  readonly timers: readonly { readonly what: "retry" | "waiter" | "run" | "delay"; readonly at: number }[];
}
