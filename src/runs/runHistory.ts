import type { Dispatch, Effect } from "../engine/effect.ts";
import type { Notice } from "../engine/notice.ts";
import type { Result } from "../engine/result.ts";
import type { ExecutionId, ItemId, TakesOver, Tick } from "../engine/tick.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import { startNode } from "../workflow/wires.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import { type Attempt, type AttemptEnd, queuedFor } from "./attempt.ts";
import { readResults } from "./attemptResults.ts";
import type { HistoryAt, HistoryEntry, Unhandled } from "./historyAt.ts";
import { HistoryChanges, PastHistory } from "./PastHistory.ts";
import { RecentTouches } from "./RecentTouches.ts";
import { stepOfTick } from "./stepOfTick.ts";

/*
 * What the ticks of a run say about its attempts. Ticks name executions only; which step and item an execution
 * belongs to is decided by the reducer, so the history is fed with each tick and the effects of its reduction.
 */

const none: readonly Attempt[] = [];
const noContext: Attempt["context"] = { trail: undefined, once: {}, waits: [] };

function withoutValues(change: Partial<Attempt>): Partial<Attempt> {
  const { output: _output, data: _data, recorded: _recorded, evidence: _evidence, failure: _failure, ...rest } = change;
  return rest;
}

/** What of a journal is kept: everything, or attempts without any value, and no ticks. */
export type Kept = "all" | "outline";

/** Grows with the journal. Entries and attempts are values: an attempt that changes is replaced. */
export class RunHistory implements HistoryAt {
  readonly entries: HistoryEntry[] = [];
  readonly attempts = new Map<ExecutionId, Attempt>();
  /** What the run took over from another (T26). */
  takesOver: TakesOver | undefined;
  readonly #ofStep = new Map<StepId, Attempt[]>();
  /** Where an attempt stands in the list of its step. */
  readonly #place = new Map<ExecutionId, number>();
  readonly #busy = new Map<string, ExecutionId>();
  readonly #lastOfItem = new Map<ItemId, ExecutionId>();
  readonly #preparing = new Map<StepId, number[]>();
  readonly #changes = new HistoryChanges();
  readonly #touches = new RecentTouches();
  readonly #doneType: (step: StepId) => EventType | undefined;
  readonly #keeps: Kept;
  /** When the first part of an item that has waited since began. */
  readonly #awakeSince = new Map<ItemId, number>();
  /** The tick that is being read. */
  #now = 0;
  #last: Pick<Tick, "seq" | "at"> | undefined;

  /** `doneType`: the event type that a step hands on when a person says that it succeeded. */
  constructor(doneType: (step: StepId) => EventType | undefined = () => undefined, keeps: Kept = "all") {
    this.#doneType = doneType;
    this.#keeps = keeps;
  }

  /** When the last tick was written, epoch ms. */
  get lastAt(): number | undefined {
    return this.#last?.at;
  }

  get seq(): number {
    return this.#last?.seq ?? 0;
  }

  /** The same as it was after tick `seq`. */
  at(seq: number): HistoryAt {
    return seq >= this.seq ? this : new PastHistory(this, this.#changes, seq);
  }

  attempt(execution: ExecutionId): Attempt | undefined {
    return this.attempts.get(execution);
  }

  /** The list grows in place. */
  attemptsOf(step: StepId): readonly Attempt[] {
    return this.#ofStep.get(step) ?? none;
  }

  lastDone(step: StepId): Attempt | undefined {
    return this.attempts.get(this.#changes.doneOf(step, this.seq) ?? "");
  }

  decidedAt(step: StepId): number | undefined {
    return this.#changes.decidedAt(step, this.seq);
  }

  lastOfItem(item: ItemId): Attempt | undefined {
    return this.attempts.get(this.#lastOfItem.get(item) ?? "");
  }

  endedBy(seq: number): Attempt | undefined {
    const tick = this.entries[seq - 1]?.tick;
    if (tick?.kind === "execution-finished") return this.attempts.get(tick.execution);
    if (tick?.kind !== "recovery-decided") return undefined;
    if (tick.execution !== undefined) return this.attempts.get(tick.execution);
    return tick.item === undefined ? undefined : this.attempts.get(this.#changes.lastOfItem(tick.item, seq - 1) ?? "");
  }

  emitted(step: StepId, type: EventType): number {
    return this.#changes.emittedBy(step, type, this.seq);
  }

  unhandledOf(step: StepId): readonly Unhandled[] {
    return this.#changes.unhandledOf(step, this.seq);
  }

  touchedSince(seq: number): ReadonlySet<StepId> | undefined {
    return this.#touches.since(seq);
  }

  /** The last tick after which anything that is known of a step may be another; 0: nothing is known of it. */
  touchedAt(step: StepId): number {
    return this.#touches.lastOf(step);
  }

  /** Takes the next tick of the journal and what its reduction did; answers what it is about. */
  add(tick: Tick, effects: readonly Effect[]): HistoryEntry {
    const notices = effects.flatMap((effect) => (effect.kind === "notice" ? [effect.notice] : []));
    this.#now = tick.seq;
    this.#readTick(tick);
    for (const effect of effects) {
      if (effect.kind === "abort" && effect.reason === "ended") this.#cutOff(effect.execution, tick);
      if (effect.kind === "notice") this.#readNotice(effect.notice, tick);
      else if (effect.kind === "start") this.#dispatched(effect.dispatch, tick);
    }
    const step = stepOfTick(
      tick,
      (execution) => this.attempts.get(execution)?.step,
      (item) => this.#stepOfItem(item),
    );
    if (step !== undefined) {
      for (const notice of notices) {
        if (notice.kind !== "unhandled") continue;
        this.#changes.noteUnhandled(step, tick.seq, notice);
        this.#touches.note(step, tick.seq);
      }
    }
    this.#last = { seq: tick.seq, at: tick.at };
    const entry = { tick, notices, ...(step !== undefined && { step }) };
    if (this.#keeps === "all") this.entries.push(entry);
    return entry;
  }

  #stepOfItem(item: ItemId): StepId | undefined {
    const execution = this.#lastOfItem.get(item);
    return execution === undefined ? undefined : this.attempts.get(execution)?.step;
  }

  #readTick(tick: Tick): void {
    if (tick.kind === "run-started") {
      this.#count(startNode, "Start");
      this.takesOver = tick.takesOver;
    }
    if (tick.kind === "instance-started") {
      const host = this.attempts.get(tick.execution)?.step;
      if (host !== undefined) this.#count(pathIn(host, startNode), "Start");
    }
    if (tick.kind === "event-added" && tick.from) {
      const sender = this.attempts.get(tick.from.execution)?.step;
      if (sender !== undefined) this.#count(sender, tick.event.type);
    }
    // Before the fork nobody waited for what is asked anew.
    if (tick.kind === "run-forked") for (const item of this.#awakeSince.keys()) this.#awakeSince.set(item, tick.at);
    if (tick.kind === "execution-started") {
      this.#change(tick.execution, { startedAt: tick.at, key: tick.key });
      return;
    }
    if (tick.kind === "execution-lost" && tick.cause !== undefined) {
      this.#change(tick.execution, { failure: { name: "Lost", message: tick.cause } });
      return;
    }
    if (tick.kind === "recovery-decided") {
      this.#decided(tick);
      return;
    }
    if (tick.kind === "once-recorded") {
      const recorded = Object.entries(this.attempts.get(tick.execution)?.recorded ?? {});
      this.#change(tick.execution, { recorded: Object.fromEntries([...recorded, [tick.key, tick.value]]) });
      return;
    }
    // A result of an execution that ended before changes nothing (R12).
    if (tick.kind !== "execution-finished" || this.attempts.get(tick.execution)?.end !== undefined) return;
    this.#countReturned(tick.execution, tick.results);
    this.#change(tick.execution, {
      ...(tick.started !== undefined && { startedAt: tick.started }),
      ...(tick.waited !== undefined && { waited: tick.waited }),
      ...(tick.evidence !== undefined && { evidence: tick.evidence }),
      ...(tick.retry && { retryAfterMs: tick.retry.retryAfterMs }),
      ...readResults(tick.results),
      endedAt: tick.ended ?? tick.at,
      toSeq: tick.seq,
    });
  }

  /** Of an uncertain attempt, or of the last one of a parked item. */
  #decided(tick: Extract<Tick, { kind: "recovery-decided" }>): void {
    const execution = tick.execution ?? this.#lastOfItem.get(tick.item ?? "");
    if (execution === undefined) return;
    if (tick.decision.kind === "succeeded") {
      this.#change(execution, { end: "completed", output: tick.decision.output, toSeq: tick.seq });
      const step = this.attempts.get(execution)?.step;
      const type = step === undefined ? undefined : this.#doneType(step);
      if (step !== undefined && type !== undefined) this.#count(step, type);
    }
    if (tick.decision.kind === "failed") this.#change(execution, { end: "failed", toSeq: tick.seq });
  }

  #readNotice(notice: Notice, tick: Tick): void {
    switch (notice.kind) {
      case "preparing":
        push(this.#preparing, notice.step, tick.at);
        return;
      case "not-running":
        this.#left(`${notice.step}#${notice.worker}`, notice.why, tick, notice.returned);
        return;
      case "skipped":
      case "blocked":
        this.#changes.noteDecided(notice.step, tick.seq);
        this.#touches.note(notice.step, tick.seq);
        return;
      case "stale":
        this.#left(`${notice.step}#${notice.worker}`, "rerun", tick);
        return;
      case "end":
        for (const slot of [...this.#busy.keys()]) this.#left(slot, "ended", tick);
        return;
      default:
        return;
    }
  }

  /** Its instance ended under it, without a line of its own (R79). */
  #cutOff(execution: ExecutionId, tick: Tick): void {
    const attempt = this.attempts.get(execution);
    if (attempt !== undefined && attempt.end === undefined)
      this.#left(`${attempt.step}#${attempt.worker}`, "ended", tick);
  }

  #left(slot: string, end: AttemptEnd, tick: Tick, returned?: EventType | number): void {
    const execution = this.#busy.get(slot);
    if (execution === undefined) return;
    this.#busy.delete(slot);
    const attempt = this.attempts.get(execution);
    if (attempt) {
      if (end === "waiting" && !this.#awakeSince.has(attempt.item))
        this.#awakeSince.set(attempt.item, attempt.dispatchedAt);
      if (end === "retrying") this.#awakeSince.delete(attempt.item);
      if (end !== "waiting" && end !== "rerun") this.#changes.noteDone(attempt.step, tick.seq, execution);
    }
    this.#change(execution, {
      end,
      endedAt: attempt?.endedAt ?? this.#endOf(tick),
      toSeq: tick.seq,
      ...(returned !== undefined && { returned }),
    });
  }

  /** What a fork cut off ended with what it copied: nothing of the run happened in between. */
  #endOf({ kind, at }: Tick): number {
    return kind === "run-forked" ? (this.#last?.at ?? at) : at;
  }

  #dispatched(dispatch: Dispatch, tick: Tick): void {
    const before = this.attempts.get(this.#lastOfItem.get(dispatch.item) ?? "");
    // Items of a step are dispatched in the order in which they were queued (R8): the oldest notice is this item's.
    const queuedAt = before ? (before.endedAt ?? tick.at) : (this.#preparing.get(dispatch.step)?.shift() ?? tick.at);
    const awakeSince = this.#awakeSince.get(dispatch.item);
    const isOutline = this.#keeps === "outline";
    const attempt: Attempt = {
      execution: dispatch.execution,
      item: dispatch.item,
      step: dispatch.step,
      worker: dispatch.worker,
      attempt: dispatch.attempt,
      ...(dispatch.event && { event: isOutline ? { type: dispatch.event.type } : dispatch.event }),
      context: isOutline ? noContext : dispatch,
      queuedAt: Math.min(queuedAt, tick.at),
      queuedFor: before ? queuedFor(before) : "worker",
      dispatchedAt: tick.at,
      fromSeq: tick.seq,
      ...(awakeSince !== undefined && { awakeSince }),
    };
    this.attempts.set(attempt.execution, attempt);
    this.#place.set(attempt.execution, this.#ofStep.get(dispatch.step)?.length ?? 0);
    push(this.#ofStep, dispatch.step, attempt);
    this.#touches.note(dispatch.step, tick.seq);
    if (!isOutline) this.#changes.noteDispatch(dispatch.item, tick.seq, dispatch.execution);
    this.#lastOfItem.set(dispatch.item, dispatch.execution);
    this.#busy.set(`${dispatch.step}#${dispatch.worker}`, dispatch.execution);
  }

  #countReturned(execution: ExecutionId, results: readonly Result[]): void {
    const step = this.attempts.get(execution)?.step;
    if (step === undefined || results.some(({ kind }) => kind === "fail" || kind === "cancelled")) return;
    for (const result of results) {
      if (result.kind === "send") this.#count(step, result.event.type);
      if (result.kind !== "return") continue;
      const values: readonly unknown[] = Array.isArray(result.value) ? result.value : [result.value];
      for (const value of values) {
        const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
        if (typeof type === "string") this.#count(step, type);
      }
    }
  }

  #count(step: StepId, type: EventType): void {
    this.#changes.noteEmitted(step, type, this.#now);
    this.#touches.note(step, this.#now);
  }

  #change(execution: ExecutionId, change: Partial<Attempt>): void {
    const attempt = this.attempts.get(execution);
    if (attempt === undefined) return;
    const next = { ...attempt, ...(this.#keeps === "outline" ? withoutValues(change) : change) };
    if (this.#keeps === "all") this.#changes.noteReplaced(attempt, this.#now);
    this.attempts.set(execution, next);
    const list = this.#ofStep.get(attempt.step);
    const place = this.#place.get(execution);
    if (list && place !== undefined) list[place] = next;
    this.#touches.note(attempt.step, this.#now);
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
