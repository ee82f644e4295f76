import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { TickKind } from "./tick.ts";

/** How a run ended. */
export type RunOutcome = "success" | "failure" | "denial" | "cancellation" | "blocked" | "timeout";

/** How an execution left its worker. */
export type NotRunningWhy =
  | "completed"
  | "failed"
  | "denied"
  | "retrying"
  | "waiting"
  | "rerun"
  | "cancelled"
  | "uncertain";

/** One line of the trace (`scenarios.md`, The trace). `event` is an event type, `[n]` for a join; a task has none. */
export type Notice =
  | { readonly kind: "preparing"; readonly step: StepId; readonly event?: string }
  | {
      readonly kind: "running";
      readonly step: StepId;
      readonly worker: number;
      readonly event?: string;
      /** From 1; printed from the second on. */
      readonly attempt: number;
    }
  | {
      readonly kind: "not-running";
      readonly step: StepId;
      readonly worker: number;
      readonly why: NotRunningWhy;
      /** An event type, or the number of members of a batch. */
      readonly returned?: EventType | number;
    }
  | { readonly kind: "skipped" | "blocked"; readonly step: StepId }
  | { readonly kind: "publish"; readonly event: { readonly type: EventType; readonly data?: Json } }
  | { readonly kind: "parked"; readonly step: StepId; readonly event: string }
  | { readonly kind: "unhandled"; readonly type: EventType; readonly to?: StepId; readonly reason?: string }
  | { readonly kind: "timer"; readonly what: "retry" | "waiter" | "run" | "delay"; readonly at: number }
  | { readonly kind: "stale"; readonly step: StepId; readonly worker: number }
  | { readonly kind: "ignored"; readonly tick: TickKind }
  | { readonly kind: "batch"; readonly step: StepId; readonly change: "open" | "close"; readonly members: number }
  | { readonly kind: "idle" }
  | { readonly kind: "lifecycle"; readonly lifecycle: "cancelling" | "needs-recovery" | "paused" | "running" }
  | {
      readonly kind: "end";
      readonly outcome: RunOutcome;
      /** Present when the run has a result. */
      readonly result?: Json;
      /** In words, for blocked, timeout and failure. */
      readonly reason?: string;
    };
