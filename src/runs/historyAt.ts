import type { Notice } from "../engine/notice.ts";
import type { ExecutionId, ItemId, TakesOver, Tick } from "../engine/tick.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";

export interface HistoryEntry {
  readonly tick: Tick;
  readonly notices: readonly Notice[];
  /** The step that the tick is about, when there is one. */
  readonly step?: StepId;
}

/** An event that nobody took (R5), how often. */
export interface Unhandled {
  readonly notice: Extract<Notice, { kind: "unhandled" }>;
  readonly count: number;
}

/** What a history says of the run as it was after one of its ticks. */
export interface HistoryAt {
  /** The last tick that it knows of. */
  readonly seq: number;
  /** When that tick was written, epoch ms. */
  readonly lastAt: number | undefined;
  /** What the run took over from another (T26). */
  readonly takesOver: TakesOver | undefined;
  attempt(execution: ExecutionId): Attempt | undefined;
  /** In order of dispatch. */
  attemptsOf(step: StepId): readonly Attempt[];
  /** The step's last attempt that came to an end of its own: success or failure, no wait and no interruption. */
  lastDone(step: StepId): Attempt | undefined;
  /** The tick that decided that a task is skipped or blocked. */
  decidedAt(step: StepId): number | undefined;
  /** The last dispatch of a work item. */
  lastOfItem(item: ItemId): Attempt | undefined;
  /** The attempt whose result the tick `seq` holds, or that a person decided about in it. */
  endedBy(seq: number): Attempt | undefined;
  /** How many events of a type a step (or `Start`) has returned or sent so far. */
  emitted(step: StepId, type: EventType): number;
  /** Events of a step that nobody took, by type, address and reason. */
  unhandledOf(step: StepId): readonly Unhandled[];
  /**
   * The steps whose attempts, events or decisions changed after tick `seq`, and maybe some more; `undefined`: nobody
   * knows any more, it may be any.
   */
  touchedSince(seq: number): ReadonlySet<StepId> | undefined;
}
