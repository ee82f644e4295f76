import type { AbortReason, Dispatch } from "../engine/effect.ts";
import type { ExecutionId, Tick } from "../engine/tick.ts";
import { traceLine } from "../engine/trace.ts";
import type { Json } from "../workflow/json.ts";
import { findPattern } from "./linearPattern.ts";
import type {
  AppendResult,
  CommittedGroup,
  Durability,
  Execution,
  Executors,
  Finish,
  Hooks,
  Journal,
  LogLevel,
  StorageFailure,
  World,
} from "./world.ts";

type Append = Parameters<Journal["append"]>[0];

/** A world that tests settle by hand: they move the clock, hold or fail commits, and finish executions. */
export class HandWorld implements World {
  time = 1_000;
  /** Each look at the clock moves it by so much. */
  driftMs = 0;
  readonly ticks: Tick[] = [];
  readonly groups: { readonly ticks: readonly Tick[]; readonly durability: Durability }[] = [];
  /** Texts of the large values, by digest. */
  readonly artifacts = new Map<string, string>();
  snapshot: { readonly seq: number; readonly at: number; readonly state: Json } | undefined;
  readonly lines: string[] = [];
  /** What was asked of the executors, in order: `start x1`, `abort x1 ended`, … */
  readonly calls: string[] = [];
  readonly stalls: (StorageFailure | null)[] = [];
  /** `x1 info text`. */
  readonly logs: string[] = [];
  readonly answeredRequests: string[] = [];
  readonly deletedRequests: string[] = [];
  readonly running = new Map<ExecutionId, { readonly dispatch: Dispatch; readonly execution: Execution }>();
  alarmAt: number | null = null;
  defers = 0;
  /** Answers the next appends, one each; then they hold. */
  readonly refusals: StorageFailure[] = [];
  /** While set, appends wait until `release`. */
  held = false;
  onStart: ((dispatch: Dispatch, execution: Execution) => void) | undefined;
  onCommit: ((group: CommittedGroup) => void) | undefined;
  onDefer: (() => void) | undefined;
  hooks?: Hooks;
  foretold: ((dispatch: Dispatch) => Finish | undefined) | undefined;
  readonly findPattern = findPattern;
  readonly #waiting: (() => void)[] = [];
  #fire: (() => void) | undefined;

  now(): number {
    this.time += this.driftMs;
    return this.time;
  }

  setAlarm(at: number | null, fire: () => void): void {
    this.alarmAt = at;
    this.#fire = at === null ? undefined : fire;
  }

  /** Moves the clock to `at` and rings what is due on the way, at its time. */
  async pass(at: number, settled: () => Promise<void>): Promise<void> {
    while (this.alarmAt !== null && this.alarmAt <= at) {
      this.time = Math.max(this.time, this.alarmAt);
      const fire = this.#fire;
      this.setAlarm(null, () => undefined);
      fire?.();
      await settled();
    }
    this.time = Math.max(this.time, at);
  }

  defer(turn: () => void): void {
    this.defers++;
    Promise.resolve().then(() => {
      this.onDefer?.();
      turn();
    });
  }

  /** Lets the held appends through. */
  release(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  readonly journal: Journal = {
    append: async (group: Append): Promise<AppendResult> => {
      if (this.held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const failure = this.refusals.shift();
      if (failure) return { ok: false, failure };
      this.ticks.push(...group.ticks);
      for (const { digest, text } of group.artifacts ?? []) this.artifacts.set(digest, text);
      this.groups.push({ ticks: group.ticks, durability: group.durability });
      this.deletedRequests.push(...(group.requests ?? []));
      const last = group.ticks.at(-1);
      if (group.snapshot !== undefined && last) {
        this.snapshot = { seq: last.seq, at: last.at, state: group.snapshot };
      }
      return { ok: true };
    },
    read: async (seq) => {
      this.calls.push(`read ${seq}`);
      const tick = this.ticks[seq - 1];
      if (!tick) throw new RangeError(`There is no tick ${seq}.`);
      return tick;
    },
    artifact: async (digest) => {
      this.calls.push("load");
      const text = this.artifacts.get(digest);
      if (text === undefined) throw new RangeError(`There is no value ${digest}.`);
      return text;
    },
  };

  readonly executors: Executors = {
    foretell: (dispatch) => this.foretold?.(dispatch),
    start: (dispatch, execution) => {
      this.calls.push(`start ${dispatch.execution}`);
      this.running.set(dispatch.execution, { dispatch, execution });
      this.onStart?.(dispatch, execution);
    },
    attach: (dispatch, key, execution) => {
      this.calls.push(`attach ${dispatch.execution} ${key ?? "without key"}`);
      this.running.set(dispatch.execution, { dispatch, execution });
    },
    abort: (execution: ExecutionId, reason: AbortReason) => {
      this.calls.push(`abort ${execution} ${reason}`);
      this.running.delete(execution);
    },
    stop: (execution) => void this.calls.push(`stop ${execution}`),
    treatAsLost: (execution) => void this.calls.push(`treatAsLost ${execution}`),
  };

  execution(id: ExecutionId): Execution {
    const found = this.running.get(id);
    if (!found) throw new Error(`${id} does not run`);
    return found.execution;
  }

  committed(group: CommittedGroup): void {
    for (const notice of group.notices) this.lines.push(traceLine(notice));
    this.onCommit?.(group);
  }

  stalled(failure: StorageFailure | null): void {
    this.stalls.push(failure);
  }

  logged(execution: string, level: LogLevel, text: string): void {
    this.logs.push(`${execution} ${level} ${text}`);
  }

  answered(request: string): void {
    this.answeredRequests.push(request);
  }
}
