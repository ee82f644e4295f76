import { doesWork } from "../../engine/eachPart.ts";
import type { AbortReason, Dispatch } from "../../engine/effect.ts";
import type { Plan } from "../../engine/plan.ts";
import type { ExecutionId, Tick } from "../../engine/tick.ts";
import { traceLine } from "../../engine/trace.ts";
import type { Json } from "../../workflow/json.ts";
import { inlinedIn } from "../../workflow/subWorkflows.ts";
import type { Step, StepKind } from "../../workflow/workflow.ts";
import type { FindPattern } from "../findPattern.ts";
import { instanceResults } from "../instanceResults.ts";
import type {
  AppendResult,
  CommittedGroup,
  Execution,
  Executors,
  Finish,
  Journal,
  StorageFailure,
  World,
} from "../world.ts";

/** Finishes an execution of a kind that acts by itself. */
export type Actor = (dispatch: Dispatch, execution: Execution) => Finish | Promise<Finish>;

/** A running execution as the script sees it. */
export interface ScriptedExecution {
  readonly dispatch: Dispatch;
  readonly handle: Execution;
  /** `ctx.send` of this execution so far. */
  sends: number;
}

export interface ScriptedKinds {
  /** Known at the dispatch: goes into the same commit. */
  readonly foretell: (dispatch: Dispatch) => Finish | undefined;
  /** Kinds that act by themselves; all others are finished by the script. */
  readonly actors: Partial<Readonly<Record<StepKind, Actor>>>;
  /** Reads the list of `forEach`, and hands it on (R72). */
  readonly lists?: Actor;
  /** Before an execution of any other kind: the end that its templates cause (T10). */
  readonly bind?: (dispatch: Dispatch, execution: Execution) => Promise<Finish | undefined>;
  /** The input of the workflow that stands in a `workflow` step, or the end of an execution that has none. */
  readonly enter?: (dispatch: Dispatch, execution: Execution) => Promise<{ readonly input: Json } | Finish>;
}

/** Ticks after one entry of the script: a run that never comes to rest is a mistake in the scenario or in us. */
const mostTicks = 20_000;

/** The world of a scenario: a clock that the script moves, a journal in memory, executions that the script finishes. */
export class ScriptedWorld implements World {
  time = 0;
  readonly ticks: Tick[] = [];
  /** Texts of the large values, by digest. */
  readonly artifacts = new Map<string, string>();
  /** Trace lines that no entry has looked at yet. */
  readonly lines: string[] = [];
  readonly executions = new Map<ExecutionId, ScriptedExecution>();
  /** External executions that the loop asked about after a reload, in order. */
  readonly attached: ScriptedExecution[] = [];
  failure: StorageFailure | undefined;
  readonly findPattern: FindPattern;
  #alarm: { readonly at: number; readonly fire: () => void } | undefined;
  #acting: Promise<void> = Promise.resolve();
  #actors = 0;
  /** How many there were when the last entry of the script began. */
  #ticksBefore = 0;
  readonly #stepOf: (dispatch: Dispatch) => Step | undefined;
  readonly #kinds: ScriptedKinds;

  constructor(plan: Plan, findPattern: FindPattern, kinds: ScriptedKinds) {
    this.#stepOf = ({ step }) => plan.byId.get(step)?.step;
    this.findPattern = findPattern;
    this.#kinds = kinds;
  }

  now(): number {
    return this.time;
  }

  /** An entry of the script begins: what comes now is because of it. */
  beginEntry(): void {
    this.#ticksBefore = this.ticks.length;
  }

  setAlarm(at: number | null, fire: () => void): void {
    this.#alarm = at === null ? undefined : { at, fire };
  }

  defer(turn: () => void): void {
    Promise.resolve().then(turn);
  }

  get alarmAt(): number | undefined {
    return this.#alarm?.at;
  }

  /** Rings the alarm at its own due time. */
  ring(): void {
    const alarm = this.#alarm;
    if (!alarm) return;
    this.#alarm = undefined;
    this.time = Math.max(this.time, alarm.at);
    alarm.fire();
  }

  /** Resolves when no actor is at work; whether one was. */
  async acted(): Promise<boolean> {
    if (this.#actors === 0) return false;
    await this.#acting;
    return true;
  }

  /** The tab dies: memory is gone, and the last ticks that were never durable. */
  die(cutTicks: number): void {
    this.#alarm = undefined;
    this.executions.clear();
    this.attached.length = 0;
    this.ticks.splice(Math.max(0, this.ticks.length - cutTicks));
  }

  readonly journal: Journal = {
    append: async ({ ticks, artifacts = [] }): Promise<AppendResult> => {
      this.ticks.push(...ticks);
      for (const { digest, text } of artifacts) this.artifacts.set(digest, text);
      if (this.ticks.length - this.#ticksBefore <= mostTicks) return { ok: true };
      return {
        ok: false,
        failure: { kind: "fenced", message: `The run did not come to rest within ${mostTicks} ticks.` },
      };
    },
    read: async (seq) => {
      const tick = this.ticks[seq - 1];
      if (!tick) throw new RangeError(`There is no tick ${seq}.`);
      return tick;
    },
    artifact: async (digest) => {
      const text = this.artifacts.get(digest);
      if (text === undefined) throw new RangeError(`There is no value ${digest}.`);
      return text;
    },
  };

  readonly executors: Executors = {
    foretell: (dispatch) => this.#kinds.foretell(dispatch),
    start: (dispatch, handle) => {
      const { actors, lists } = this.#kinds;
      const step = this.#stepOf(dispatch);
      const actor = doesWork(dispatch) ? actors[step?.kind ?? "scripted"] : lists;
      if (step !== undefined && doesWork(dispatch) && inlinedIn(step) !== undefined) this.#host(step, dispatch, handle);
      else if (actor) this.#act(async () => void handle.finish(await actor(dispatch, handle)));
      else this.#wait(dispatch, handle);
    },
    attach: (dispatch, _key, handle) => {
      const execution = { dispatch, handle, sends: 0 };
      this.executions.set(dispatch.execution, execution);
      this.attached.push(execution);
    },
    abort: (execution: ExecutionId, _reason: AbortReason) => {
      this.executions.delete(execution);
    },
    stop: () => undefined,
    instanceEnded: (id, end) => {
      const hosting = this.executions.get(id);
      const step = hosting && this.#stepOf(hosting.dispatch);
      this.executions.delete(id);
      if (step) hosting.handle.finish({ results: instanceResults(step, end) });
    },
    treatAsLost: (execution) => {
      this.executions.get(execution)?.handle.lost({ cause: "treated as lost" });
      this.executions.delete(execution);
    },
  };

  /** A workflow in a step acts by itself (R79); its steps are the script's. */
  #host(step: Step, dispatch: Dispatch, handle: Execution): void {
    const { hosts } = dispatch;
    if (hosts?.end) return void handle.finish({ results: instanceResults(step, hosts.end) });
    this.executions.set(dispatch.execution, { dispatch, handle, sends: 0 });
    if (hosts) return;
    const { enter } = this.#kinds;
    this.#act(async () => {
      const begun = enter ? await enter(dispatch, handle) : { input: dispatch.event?.data ?? null };
      if ("input" in begun) handle.enter(begun.input);
      else handle.finish(begun);
    });
  }

  #wait(dispatch: Dispatch, handle: Execution): void {
    this.executions.set(dispatch.execution, { dispatch, handle, sends: 0 });
    const { bind } = this.#kinds;
    if (!bind) return;
    this.#act(async () => {
      const finish = await bind(dispatch, handle);
      if (finish) handle.finish(finish);
    });
  }

  /** One after the other, so that the order of their ticks is the order in which they were started. */
  #act(act: () => Promise<void>): void {
    this.#actors++;
    this.#acting = this.#acting
      .then(act)
      .catch((error: unknown) => {
        this.failure = { kind: "other", message: error instanceof Error ? error.message : String(error) };
      })
      .then(() => {
        this.#actors--;
      });
  }

  committed(group: CommittedGroup): void {
    for (const notice of group.notices) this.lines.push(traceLine(notice));
  }

  stalled(failure: StorageFailure | null): void {
    if (failure) this.failure = failure;
  }
}
