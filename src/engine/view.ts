import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { Failure } from "./failure.ts";
import type { RunOutcome } from "./notice.ts";
import type { ExecutionId, ItemId, WaiterId } from "./tick.ts";

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
}

export interface WaiterView {
  readonly waiter: WaiterId;
  readonly item: ItemId;
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
  /** The last failure of the step, until it succeeds. */
  readonly lastFailure: Failure | null;
}

/** What interface and scenarios see of a run. `step#worker` names in `needsRecovery`. */
export interface StateView {
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly result: Json | null;
  /** Why it ended or paused, in words. */
  readonly reason: string | null;
  readonly needsRecovery: readonly string[];
  readonly steps: Readonly<Record<StepId, StepView>>;
  readonly batches: number;
  readonly store: Json;
  readonly timers: readonly { readonly what: "retry" | "waiter" | "run" | "delay"; readonly at: number }[];
}
