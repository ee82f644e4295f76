import { countUpTo } from "../engine/PastIndex.ts";
import type { ExecutionId, ItemId, TakesOver } from "../engine/tick.ts";
import type { EventType, StepId } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";
import type { HistoryAt, Unhandled } from "./historyAt.ts";
import type { RunHistory } from "./runHistory.ts";

/** What of a history changed in which tick, so that it can be asked how it was before. Ticks come in order. */
export class HistoryChanges {
  readonly #emitted = new Map<StepId, Map<EventType, number[]>>();
  readonly #done = new Map<StepId, Dated<ExecutionId>>();
  readonly #decided = new Map<StepId, Dated<number>>();
  readonly #ofItem = new Map<ItemId, Dated<ExecutionId>>();
  readonly #unhandled = new Map<StepId, Dated<Unhandled["notice"]>>();
  /** How an attempt was until the tick that replaced it. */
  readonly #earlier = new Map<ExecutionId, Dated<Attempt>>();

  noteEmitted(step: StepId, type: EventType, seq: number): void {
    const byType = this.#emitted.get(step) ?? new Map<EventType, number[]>();
    this.#emitted.set(step, byType);
    const seqs = byType.get(type);
    if (seqs === undefined) byType.set(type, [seq]);
    else seqs.push(seq);
  }

  noteDone(step: StepId, seq: number, execution: ExecutionId): void {
    note(this.#done, step, seq, execution);
  }

  noteDecided(step: StepId, seq: number): void {
    note(this.#decided, step, seq, seq);
  }

  noteDispatch(item: ItemId, seq: number, execution: ExecutionId): void {
    note(this.#ofItem, item, seq, execution);
  }

  noteUnhandled(step: StepId, seq: number, notice: Unhandled["notice"]): void {
    note(this.#unhandled, step, seq, notice);
  }

  noteReplaced(attempt: Attempt, seq: number): void {
    // What it was for a part of a tick only, it never was.
    if (attempt.fromSeq === seq || this.#earlier.get(attempt.execution)?.seqs.at(-1) === seq) return;
    note(this.#earlier, attempt.execution, seq, attempt);
  }

  emittedBy(step: StepId, type: EventType, seq: number): number {
    const seqs = this.#emitted.get(step)?.get(type);
    return seqs === undefined ? 0 : countUpTo(seqs, seq);
  }

  doneOf(step: StepId, seq: number): ExecutionId | undefined {
    return lastUpTo(this.#done.get(step), seq);
  }

  decidedAt(step: StepId, seq: number): number | undefined {
    return lastUpTo(this.#decided.get(step), seq);
  }

  lastOfItem(item: ItemId, seq: number): ExecutionId | undefined {
    return lastUpTo(this.#ofItem.get(item), seq);
  }

  unhandledOf(step: StepId, seq: number): readonly Unhandled[] {
    const found = this.#unhandled.get(step);
    if (found === undefined) return [];
    const counted = new Map<string, Unhandled>();
    for (const notice of found.values.slice(0, countUpTo(found.seqs, seq))) {
      const key = `${notice.type} ${notice.to ?? ""} ${notice.reason ?? ""}`;
      counted.set(key, { notice, count: (counted.get(key)?.count ?? 0) + 1 });
    }
    return [...counted.values()];
  }

  /** An attempt that had begun, as it was after tick `seq`. */
  attemptAt(now: Attempt, seq: number): Attempt {
    const earlier = this.#earlier.get(now.execution);
    return earlier?.values[countUpTo(earlier.seqs, seq)] ?? now;
  }
}

/** Values with the ticks that brought them. */
interface Dated<T> {
  readonly seqs: number[];
  readonly values: T[];
}

function note<K, T>(lists: Map<K, Dated<T>>, key: K, seq: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, { seqs: [seq], values: [value] });
  else {
    list.seqs.push(seq);
    list.values.push(value);
  }
}

function lastUpTo<T>(list: Dated<T> | undefined, seq: number): T | undefined {
  return list?.values[countUpTo(list.seqs, seq) - 1];
}

/** A history as it was after one of its ticks. */
export class PastHistory implements HistoryAt {
  readonly seq: number;
  readonly #whole: RunHistory;
  readonly #changes: HistoryChanges;
  readonly #ofStep = new Map<StepId, readonly Attempt[]>();

  constructor(whole: RunHistory, changes: HistoryChanges, seq: number) {
    this.seq = seq;
    this.#whole = whole;
    this.#changes = changes;
  }

  get lastAt(): number | undefined {
    return this.#whole.entries[this.seq - 1]?.tick.at;
  }

  get takesOver(): TakesOver | undefined {
    return this.seq === 0 ? undefined : this.#whole.takesOver;
  }

  attempt(execution: ExecutionId): Attempt | undefined {
    return this.#asItWas(this.#whole.attempts.get(execution));
  }

  attemptsOf(step: StepId): readonly Attempt[] {
    const known = this.#ofStep.get(step);
    if (known !== undefined) return known;
    const attempts: Attempt[] = [];
    for (const attempt of this.#whole.attemptsOf(step)) {
      if (attempt.fromSeq > this.seq) break;
      attempts.push(this.#changes.attemptAt(attempt, this.seq));
    }
    this.#ofStep.set(step, attempts);
    return attempts;
  }

  lastDone(step: StepId): Attempt | undefined {
    return this.attempt(this.#changes.doneOf(step, this.seq) ?? "");
  }

  decidedAt(step: StepId): number | undefined {
    return this.#changes.decidedAt(step, this.seq);
  }

  lastOfItem(item: ItemId): Attempt | undefined {
    return this.attempt(this.#changes.lastOfItem(item, this.seq) ?? "");
  }

  endedBy(seq: number): Attempt | undefined {
    return seq > this.seq ? undefined : this.#asItWas(this.#whole.endedBy(seq));
  }

  emitted(step: StepId, type: EventType): number {
    return this.#changes.emittedBy(step, type, this.seq);
  }

  unhandledOf(step: StepId): readonly Unhandled[] {
    return this.#changes.unhandledOf(step, this.seq);
  }

  /** One past is looked at after any other. */
  touchedSince(): undefined {
    return undefined;
  }

  #asItWas(attempt: Attempt | undefined): Attempt | undefined {
    return attempt === undefined || attempt.fromSeq > this.seq ? undefined : this.#changes.attemptAt(attempt, this.seq);
  }
}
