import type { Dispatch, Effect } from "../engine/effect.ts";
import type { Failure } from "../engine/failure.ts";
import type { Notice, NotRunningWhy } from "../engine/notice.ts";
import type { Exit, Result } from "../engine/result.ts";
import type { ExecutionId, ItemId, TakesOver, Tick } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import { startNode } from "../workflow/wires.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import { readResults } from "./attemptResults.ts";
import { HistoryChanges, PastHistory } from "./PastHistory.ts";

/*
 * What the ticks of a run say about its attempts. Ticks name executions only; which step and item an execution
 * belongs to is decided by the reducer, so the history is fed with each tick and the effects of its reduction.
 */

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

export interface HistoryEntry {
  readonly tick: Tick;
  readonly notices: readonly Notice[];
  /** The step that the tick is about, when there is one. */
  readonly step?: StepId;
}

const none: readonly Attempt[] = [];

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
}

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
  readonly #doneType: (step: StepId) => EventType | undefined;
  /** When the first part of an item that has waited since began. */
  readonly #awakeSince = new Map<ItemId, number>();
  /** The tick that is being read. */
  #now = 0;

  /** `doneType`: the event type that a step hands on when a person says that it succeeded. */
  constructor(doneType: (step: StepId) => EventType | undefined = () => undefined) {
    this.#doneType = doneType;
  }

  /** When the last tick was written, epoch ms. */
  get lastAt(): number | undefined {
    return this.entries.at(-1)?.tick.at;
  }

  get seq(): number {
    return this.entries.at(-1)?.tick.seq ?? 0;
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

  /** Takes the next tick of the journal and what its reduction did. */
  add(tick: Tick, effects: readonly Effect[]): void {
    const notices = effects.flatMap((effect) => (effect.kind === "notice" ? [effect.notice] : []));
    this.#now = tick.seq;
    this.#readTick(tick);
    for (const effect of effects) {
      if (effect.kind === "abort" && effect.reason === "ended") this.#cutOff(effect.execution, tick);
      if (effect.kind === "notice") this.#readNotice(effect.notice, tick);
      else if (effect.kind === "start") this.#dispatched(effect.dispatch, tick);
    }
    const step = this.#stepOf(tick);
    if (step !== undefined) {
      for (const notice of notices)
        if (notice.kind === "unhandled") this.#changes.noteUnhandled(step, tick.seq, notice);
    }
    this.entries.push({ tick, notices, ...(step !== undefined && { step }) });
  }

  #stepOf(tick: Tick): StepId | undefined {
    switch (tick.kind) {
      case "execution-started":
      case "instance-started":
      case "execution-finished":
      case "execution-lost":
      case "event-published":
      case "store-changed":
      case "once-recorded":
        return this.attempts.get(tick.execution)?.step;
      case "waiter-timed-out":
        return tick.step;
      case "cancel-requested":
        return tick.step;
      case "event-added":
        return tick.to ?? (tick.from && this.attempts.get(tick.from.execution)?.step);
      case "wake-up":
      case "event-changed":
        return this.#stepOfItem(tick.item);
      case "recovery-decided":
        if (tick.execution !== undefined) return this.attempts.get(tick.execution)?.step;
        return tick.item === undefined ? undefined : this.#stepOfItem(tick.item);
      default:
        return undefined;
    }
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
      endedAt: attempt?.endedAt ?? tick.at,
      toSeq: tick.seq,
      ...(returned !== undefined && { returned }),
    });
  }

  #dispatched(dispatch: Dispatch, tick: Tick): void {
    const before = this.attempts.get(this.#lastOfItem.get(dispatch.item) ?? "");
    // Items of a step are dispatched in the order in which they were queued (R8): the oldest notice is this item's.
    const queuedAt = before ? (before.endedAt ?? tick.at) : (this.#preparing.get(dispatch.step)?.shift() ?? tick.at);
    const awakeSince = this.#awakeSince.get(dispatch.item);
    const attempt: Attempt = {
      execution: dispatch.execution,
      item: dispatch.item,
      step: dispatch.step,
      worker: dispatch.worker,
      attempt: dispatch.attempt,
      ...(dispatch.event && { event: dispatch.event }),
      context: dispatch,
      queuedAt: Math.min(queuedAt, tick.at),
      queuedFor: before ? queuedFor(before) : "worker",
      dispatchedAt: tick.at,
      fromSeq: tick.seq,
      ...(awakeSince !== undefined && { awakeSince }),
    };
    this.attempts.set(attempt.execution, attempt);
    this.#place.set(attempt.execution, this.#ofStep.get(dispatch.step)?.length ?? 0);
    push(this.#ofStep, dispatch.step, attempt);
    this.#changes.noteDispatch(dispatch.item, tick.seq, dispatch.execution);
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
  }

  #change(execution: ExecutionId, change: Partial<Attempt>): void {
    const attempt = this.attempts.get(execution);
    if (attempt === undefined) return;
    const next = { ...attempt, ...change };
    this.#changes.noteReplaced(attempt, this.#now);
    this.attempts.set(execution, next);
    const list = this.#ofStep.get(attempt.step);
    const place = this.#place.get(execution);
    if (list && place !== undefined) list[place] = next;
  }
}

/** How long the item of an attempt took, ms: with its waits, but without its failures and their delays. */
export function tookMs({ endedAt, awakeSince, startedAt, dispatchedAt }: Attempt): number | undefined {
  return endedAt === undefined ? undefined : endedAt - (awakeSince ?? startedAt ?? dispatchedAt);
}

function queuedFor(before: Attempt): Attempt["queuedFor"] {
  if (before.end === "retrying") return "retry";
  return before.end === "waiting" ? "waiter" : "again";
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
