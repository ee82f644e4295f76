import type { Dispatch, Effect } from "../engine/effect.ts";
import type { Notice, NotRunningWhy, RunOutcome } from "../engine/notice.ts";
import { entries } from "../engine/persistent/sortedMap.ts";
import type { ExecutionId, ItemId, Tick } from "../engine/tick.ts";
import { scopeOf } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";

/** How an attempt left its worker; `ended`: the run ended under it; `open`: it runs at the last tick. */
export type SpanEnd = NotRunningWhy | "ended" | "open";

/** One dispatch of a work item: when it waited and when it ran. Times in epoch ms. */
export interface AttemptSpan {
  readonly execution: ExecutionId;
  readonly item: ItemId;
  readonly step: StepId;
  readonly worker: number;
  readonly attempt: number;
  readonly event?: string;
  /** Since when its item waited for this dispatch. */
  readonly queuedAt: number;
  /** What it waited for. */
  readonly queuedFor: "worker" | "retry" | "waiter" | "again";
  readonly dispatchedAt: number;
  readonly endedAt: number;
  readonly end: SpanEnd;
  /** Of the time it ran: how long it stood at the gate of its workspace, ms. */
  readonly gateMs?: number;
  readonly failure?: { readonly name: string; readonly message: string };
  /** The attempt whose result it works on. */
  readonly cause?: ExecutionId;
  /** The attempt that runs the workflow it belongs to (R79). */
  readonly host?: ExecutionId;
}

/** Something that happened at one moment and belongs to no attempt. */
export interface RunMoment {
  readonly at: number;
  readonly seq: number;
  readonly text: string;
}

export interface RunSpans {
  readonly startedAt: number;
  /** Of the last tick. */
  readonly endedAt: number;
  readonly outcome: RunOutcome | null;
  readonly reason?: string;
  /** In order of dispatch. */
  readonly attempts: readonly AttemptSpan[];
  readonly moments: readonly RunMoment[];
}

type Open = { -readonly [K in keyof AttemptSpan]: AttemptSpan[K] };

/** Gathers the spans of a run from its ticks and what their reductions did. */
export class SpanCollector {
  readonly #attempts = new Map<ExecutionId, Open>();
  readonly #lastOfItem = new Map<ItemId, Open>();
  readonly #busy = new Map<string, Open>();
  readonly #preparing = new Map<StepId, number[]>();
  /** The attempt whose result a tick holds. */
  readonly #endedIn = new Map<number, ExecutionId>();
  readonly #moments: RunMoment[] = [];
  /** Executions whose workflow began and of which nothing was dispatched yet, by their step. */
  readonly #begun = new Map<StepId, ExecutionId[]>();
  readonly #hosts = new Map<number, ExecutionId>();
  #startedAt: number | undefined;
  #lastAt = 0;
  #end: Extract<Notice, { kind: "end" }> | undefined;

  add(tick: Tick, effects: readonly Effect[]): void {
    this.#startedAt ??= tick.at;
    this.#lastAt = tick.at;
    this.#readTick(tick);
    for (const effect of effects) {
      if (effect.kind === "notice") this.#readNotice(effect.notice, tick);
      else if (effect.kind === "start") this.#dispatched(effect.dispatch, tick);
      else if (effect.kind === "abort" && effect.reason === "ended")
        this.#leave(this.#attempts.get(effect.execution), tick, "ended");
    }
  }

  spans(): RunSpans {
    for (const open of this.#busy.values()) open.endedAt = Math.max(open.dispatchedAt, this.#lastAt);
    return {
      startedAt: this.#startedAt ?? 0,
      endedAt: this.#lastAt,
      outcome: this.#end?.outcome ?? null,
      ...(this.#end?.reason !== undefined && { reason: this.#end.reason }),
      attempts: [...this.#attempts.values()],
      moments: this.#moments,
    };
  }

  #readTick(tick: Tick): void {
    const moment = momentOf(tick);
    if (moment !== undefined) this.#moments.push({ at: tick.at, seq: tick.seq, text: moment });
    if (tick.kind === "recovery-decided") {
      const execution = tick.execution ?? this.#lastOfItem.get(tick.item ?? "")?.execution;
      if (execution !== undefined) this.#endedIn.set(tick.seq, execution);
    }
    if (tick.kind === "instance-started") {
      const step = this.#attempts.get(tick.execution)?.step;
      if (step !== undefined) this.#begun.set(step, [...(this.#begun.get(step) ?? []), tick.execution]);
    }
    if (tick.kind !== "execution-finished") return;
    const attempt = this.#attempts.get(tick.execution);
    // A result of an execution that ended before changes nothing (R12).
    if (attempt === undefined || attempt.end !== "open") return;
    this.#endedIn.set(tick.seq, tick.execution);
    if (tick.waited !== undefined) attempt.gateMs = tick.waited;
    if (tick.ended !== undefined) attempt.endedAt = Math.max(attempt.dispatchedAt, tick.ended);
    for (const result of tick.results) {
      if (result.kind !== "fail") continue;
      const { name, message } = result.failure;
      attempt.failure = { name, message };
    }
  }

  #readNotice(notice: Notice, tick: Tick): void {
    switch (notice.kind) {
      case "preparing": {
        const since = this.#preparing.get(notice.step);
        if (since) since.push(tick.at);
        else this.#preparing.set(notice.step, [tick.at]);
        return;
      }
      case "not-running":
        this.#leave(this.#busy.get(slot(notice)), tick, notice.why);
        return;
      case "stale":
        this.#leave(this.#busy.get(slot(notice)), tick, "rerun");
        return;
      case "end":
        this.#end = notice;
        for (const open of [...this.#busy.values()]) this.#leave(open, tick, "ended");
        return;
      default:
        return;
    }
  }

  #leave(attempt: Open | undefined, tick: Tick, end: SpanEnd): void {
    if (attempt === undefined || !this.#busy.delete(slot(attempt))) return;
    attempt.end = end;
    // Whoever ran it knows better than the tick when it ended.
    if (attempt.endedAt < attempt.dispatchedAt) attempt.endedAt = tick.at;
  }

  #dispatched(dispatch: Dispatch, tick: Tick): void {
    const before = this.#lastOfItem.get(dispatch.item);
    // Items of a step are dispatched in the order in which they were queued (R8): the oldest notice is this item's.
    const queuedAt = before ? before.endedAt : (this.#preparing.get(dispatch.step)?.shift() ?? tick.at);
    const cause = this.#causeOf(dispatch);
    const host = this.#hostOf(dispatch);
    const attempt: Open = {
      execution: dispatch.execution,
      item: dispatch.item,
      step: dispatch.step,
      worker: dispatch.worker,
      attempt: dispatch.attempt,
      ...(dispatch.event && { event: dispatch.event.type }),
      queuedAt: Math.min(queuedAt, tick.at),
      queuedFor: before ? queuedFor(before.end) : "worker",
      dispatchedAt: tick.at,
      // Not known yet.
      endedAt: Number.NEGATIVE_INFINITY,
      end: "open",
      ...(cause !== undefined && { cause }),
      ...(host !== undefined && { host }),
    };
    this.#attempts.set(dispatch.execution, attempt);
    this.#lastOfItem.set(dispatch.item, attempt);
    this.#busy.set(slot(attempt), attempt);
  }

  /** The newest result on the item's line (R69). */
  #causeOf({ trail }: Dispatch): ExecutionId | undefined {
    let newest = 0;
    for (const [, { seq }] of entries(trail)) newest = Math.max(newest, seq);
    return this.#endedIn.get(newest);
  }

  /** Instances are numbered as they begin, and what they begin is dispatched in that order. */
  #hostOf({ step, within }: Dispatch): ExecutionId | undefined {
    if (within === undefined) return undefined;
    const known = this.#hosts.get(within) ?? this.#begun.get(scopeOf(step))?.shift();
    if (known !== undefined) this.#hosts.set(within, known);
    return known;
  }
}

function slot({ step, worker }: { readonly step: StepId; readonly worker: number }): string {
  return `${step}#${worker}`;
}

function queuedFor(end: SpanEnd): AttemptSpan["queuedFor"] {
  if (end === "retrying") return "retry";
  return end === "waiting" ? "waiter" : "again";
}

function momentOf(tick: Tick): string | undefined {
  switch (tick.kind) {
    case "session-started":
      return `session started (${tick.reason})`;
    case "pause-requested":
      return "pause";
    case "resume-requested":
      return "resume";
    case "cancel-requested":
      return tick.step === undefined ? "cancel" : undefined;
    case "run-timed-out":
      return "the run timed out";
    case "event-added":
      return tick.from === undefined ? `event ${tick.event.type}` : undefined;
    default:
      return undefined;
  }
}
