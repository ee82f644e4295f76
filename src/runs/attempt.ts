import type { Dispatch } from "../engine/effect.ts";
import type { Failure } from "../engine/failure.ts";
import type { NotRunningWhy } from "../engine/notice.ts";
import type { Exit } from "../engine/result.ts";
import type { ExecutionId, ItemId } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";

/** How an attempt left its worker; `ended`: the run ended under it (R53). */
export type AttemptEnd = NotRunningWhy | "ended";

/** One execution, from its dispatch on. Times in epoch ms. */
export interface Attempt {
  readonly execution: ExecutionId;
  readonly item: ItemId;
  readonly step: StepId;
  readonly worker: number;
  readonly attempt: number;
  readonly event?: { readonly type: EventType; readonly data?: Json };
  /** What the executor was told of its line and its past. */
  readonly context: Pick<
    Dispatch,
    "trail" | "once" | "element" | "elements" | "each" | "list" | "waits" | "lastFailure"
  >;
  /** Values that `ctx.once` recorded in this attempt. */
  readonly recorded?: Readonly<Record<string, Json>>;
  /** Since when its item waited for this dispatch. */
  readonly queuedAt: number;
  /** Why the item had waited before. */
  readonly queuedFor: "worker" | "retry" | "waiter" | "again";
  readonly dispatchedAt: number;
  /** When the runner was asked, or by its report when the work really began. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly end?: AttemptEnd;
  /** Time at the workspace gate, ms. */
  readonly waited?: number;
  readonly returned?: EventType | number;
  readonly failure?: Failure;
  readonly exit?: Exit;
  /** What it handed on, when it succeeded. */
  readonly output?: Json;
  /** The whole of it, when its output is only a part: what an agent answered stands beside the parsed value. */
  readonly data?: Json;
  readonly retryAfterMs?: number;
  /** Sequence numbers of the ticks that dispatched and ended it. */
  readonly fromSeq: number;
  readonly toSeq?: number;
  readonly evidence?: Json;
  /** It was handed over to whoever asks by this key. */
  readonly key?: string;
  /** When the first part of its item since the last failure began: waits lie between the parts. */
  readonly awakeSince?: number;
}

/** How long the item of an attempt took, ms: with its waits, but without its failures and their delays. */
export function tookMs({ endedAt, awakeSince, startedAt, dispatchedAt }: Attempt): number | undefined {
  return endedAt === undefined ? undefined : endedAt - (awakeSince ?? startedAt ?? dispatchedAt);
}

/** Why the next dispatch of its item waited. */
export function queuedFor(before: Attempt): Attempt["queuedFor"] {
  if (before.end === "retrying") return "retry";
  return before.end === "waiting" ? "waiter" : "again";
}
