import { doesWork } from "../engine/eachPart.ts";
import type { Dispatch, Effect } from "../engine/effect.ts";
import { failureNames } from "../engine/failure.ts";
import type { Notice } from "../engine/notice.ts";
import { type Plan, planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { type LoadText, resolveValue } from "../engine/resolve.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { ExecutionId, Tick } from "../engine/tick.ts";
import { traceLine } from "../engine/trace.ts";
import { viewStep } from "../engine/viewRun.ts";
import { assertNever } from "../workflow/assertNever.ts";
import type { Json } from "../workflow/json.ts";
import { timeoutOf } from "../workflow/kinds.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import { defaultLimits, type Step, type StepKind, type Workflow } from "../workflow/workflow.ts";
import { decisionOf, eventOf, resultOf } from "./scriptWords.ts";

/** One entry of a script as the file holds it. */
interface ScriptEntry {
  readonly at: number;
  readonly [key: string]: unknown;
  readonly expect: readonly string[];
}

export interface ScriptedRun {
  /** A `*.scenario.json`. */
  readonly scenario: { readonly script: readonly ScriptEntry[]; readonly [key: string]: unknown };
  /** What the script cannot say of this run. */
  readonly notes: readonly string[];
}

/** A run as it was recorded. `loadText`: of the large values that its ticks name. */
export interface RecordedTicks {
  readonly ticks: AsyncIterable<Tick> | Iterable<Tick>;
  readonly loadText: LoadText;
}

/** Kinds that act by themselves in a scenario (`scenarios.md`, Small print). */
const actsAlone: ReadonlySet<StepKind> = new Set([
  "branch",
  "join",
  "fan-out",
  "transform",
  "delay",
  "stop",
  "workflow",
]);

/**
 * Makes a scenario of a recorded run: what came from outside and how executions ended becomes the script, what the
 * engine made of it the expected trace. Time begins at 0 with the first tick.
 */
export async function scenarioOfRun(workflow: Workflow, { ticks, loadText }: RecordedTicks): Promise<ScriptedRun> {
  // A scenario bounds nothing by itself.
  const { layout: _, ...bare } = workflow;
  const bounded: Workflow = { ...bare, limits: { ...defaultLimits, ...workflow.limits } };
  const recorder = new Recorder(bounded);
  for await (const tick of ticks) {
    // A script holds values as they are: played again, the large ones are taken out as they were.
    const whole = (await resolveValue(tick as unknown as Json, loadText)) as unknown as Tick;
    recorder.take(tick, whole);
  }
  const { script, lifecycle, outcome } = recorder.end();
  const scenario = {
    format: "tickwork/scenario@1",
    name: `a recorded run of ${workflow.name}`,
    rules: [],
    workflow: bounded,
    script,
    state: { lifecycle, ...(outcome !== null && { outcome }) },
  };
  return { scenario, notes: recorder.notes };
}

class Recorder {
  readonly notes: string[] = [];
  private readonly script: ScriptEntry[] = [];
  /** Lines of timers that fire before the next entry. */
  private ahead: string[] = [];
  /** Where the lines of what happens by itself go: to the last entry, or ahead when a timer fired since. */
  private lines: string[] = this.ahead;
  private readonly begun = new Map<ExecutionId, Dispatch>();
  /** What running executions did so far that a script says with their end. */
  private readonly said = new Map<ExecutionId, object[]>();
  private lastAt = 0;
  /** What the runner answers at the last reload, by `step#worker`. */
  private answers: Record<string, unknown> = {};
  private reloadedAt = 0;
  private state: RunState;
  private readonly plan: Plan;
  private readonly workflow: Workflow;
  /** Time of the first tick. */
  private zero = 0;

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.plan = planWorkflow(workflow);
    this.state = initialState(this.plan);
  }

  /** `whole`: the tick with its large values. */
  take(tick: Tick, whole: Tick): void {
    if (tick.seq === 1) this.zero = tick.at;
    const cancelling = this.state.lifecycle === "cancelling";
    const target = "execution" in tick && tick.execution !== undefined ? this.targetOf(tick.execution) : "";
    const { state, effects } = reduce(this.plan, this.state, tick);
    this.state = state;
    this.lastAt = tick.at - this.zero;
    const action = this.actionOf(whole, effects, { cancelling, target });
    if (action) this.entry(action);
    for (const effect of effects) {
      if (effect.kind === "start") this.begun.set(effect.dispatch.execution, effect.dispatch);
      if (effect.kind === "notice") this.lines.push(traceLine(shifted(effect.notice, this.zero)));
    }
  }

  end() {
    if (this.ahead.length > 0) this.entry({});
    const { lifecycle, outcome } = this.state;
    return { script: this.script, lifecycle, outcome };
  }

  /** What of it a script says in an entry of its own. */
  private actionOf(tick: Tick, effects: readonly Effect[], before: Before): object | undefined {
    const { target } = before;
    switch (tick.kind) {
      case "run-started":
        if (tick.store !== undefined) this.notes.push("The run began with a store, which a script cannot say.");
        if (tick.takesOver !== undefined)
          this.notes.push("The run took over successes of another run, which a script cannot say.");
        return { start: tick.input };
      case "session-started":
        this.said.clear();
        this.reloadedAt = tick.at;
        this.answers = Object.fromEntries(
          effects.flatMap((effect) => (effect.kind === "attach" ? [[nameOf(effect.dispatch), "running"]] : [])),
        );
        return { reload: true, runner: this.answers };
      case "run-forked":
        this.notes.push(`The run is a fork from its tick ${tick.seq} on, which a script cannot say.`);
        return undefined;
      case "breakpoints-set":
      case "step-requested":
        this.notes.push(`Tick ${tick.seq} is of a person who steps through the run, which a script cannot say.`);
        return undefined;
      case "event-changed":
        this.notes.push(`Tick ${tick.seq} changes the event of an item, which a script cannot say.`);
        return undefined;
      case "event-added": {
        const send = { send: eventOf(tick.event), ...(tick.to !== undefined && { to: tick.to }) };
        return tick.from === undefined ? send : this.say(tick.from.execution, send);
      }
      case "execution-started":
        return { started: target };
      case "execution-finished":
        return this.finishOf(tick, before);
      case "event-published":
        return this.say(tick.execution, { publish: eventOf(tick.event) });
      case "store-changed":
        if (tick.delete) this.notes.push(`Tick ${tick.seq} deletes from the store, which a script cannot say.`);
        return this.say(tick.execution, { set: { path: tick.path, value: tick.value ?? null } });
      case "once-recorded":
        return this.say(tick.execution, { once: { key: tick.key, value: tick.value } });
      case "wake-up":
      case "waiter-timed-out":
      case "run-timed-out":
        this.lines = this.ahead;
        return undefined;
      case "pause-requested":
        return { pause: true };
      case "resume-requested":
        return { resume: true };
      case "cancel-requested":
        return tick.execution === undefined ? { cancel: tick.reason ?? "" } : { cancelStep: target };
      case "execution-lost":
        if (!Object.hasOwn(this.answers, target) && !tick.never) return { treatAsLost: target };
        if (Object.hasOwn(this.answers, target)) this.answers[target] = tick.never ? "unknown" : "lost";
        else
          this.notes.push(
            `Tick ${tick.seq}: an execution never ran, without a reload before, which a script cannot say.`,
          );
        return undefined;
      case "recovery-decided":
        if (tick.execution !== undefined) return { decide: { [target]: decisionOf(tick.decision) } };
        return { decide: { [tick.item ?? ""]: decisionOf(tick.decision) } };
      case "cancel-acknowledged":
      case "instance-started":
      case "hook-observed":
        return undefined;
      default:
        return assertNever(tick);
    }
  }

  private finishOf(
    tick: Extract<Tick, { kind: "execution-finished" }>,
    { cancelling, target }: Before,
  ): object | undefined {
    const dispatch = this.begun.get(tick.execution);
    const step = findStep(this.workflow, dispatch?.step ?? "");
    if (dispatch && step && this.happensByItself(tick, dispatch, step, cancelling)) return undefined;
    const exit = tick.results.find((result) => result.kind === "exit")?.exit;
    if (exit !== undefined && tick.at === this.reloadedAt && Object.hasOwn(this.answers, target)) {
      const output = tick.results.find((result) => result.kind === "output");
      this.answers[target] = { state: "exited", exit, ...(output && { output: output.value }) };
      return undefined;
    }
    const said = this.said.get(tick.execution) ?? [];
    this.said.delete(tick.execution);
    const results = tick.results.flatMap((result) => resultOf(result, tick.at));
    return { finish: target, with: [...said, ...results] };
  }

  /** Ends that no script causes: kinds that act alone, aborts of a cancel (T37), templates without a value, timeouts. */
  private happensByItself(
    tick: Extract<Tick, { kind: "execution-finished" }>,
    dispatch: Dispatch,
    step: Step,
    cancelling: boolean,
  ): boolean {
    if (actsAlone.has(step.kind) || !doesWork(dispatch)) return true;
    if (cancelling && tick.results.some(({ kind }) => kind === "cancelled")) {
      return step.kind !== "command" && step.kind !== "agent";
    }
    const [first] = tick.results;
    if (tick.results.length !== 1 || first?.kind !== "fail") return false;
    if (first.failure.name === failureNames.missingValue) return true;
    const timeoutMs = timeoutOf(step);
    const isTimeout = first.failure.name === failureNames.timedOut && timeoutMs !== undefined;
    if (!isTimeout || tick.at - dispatch.at < timeoutMs) return false;
    this.lines = this.ahead;
    return true;
  }

  /** `step#worker` of an execution in flight: ids depend on the order of dispatch, which may differ by a hair. */
  private targetOf(execution: ExecutionId): string {
    const dispatch = this.begun.get(execution);
    if (dispatch === undefined) return execution;
    const { workers, uncertain } = viewStep(this.plan, this.state, dispatch.step);
    return [...workers, ...uncertain].some((busy) => busy.execution === execution) ? nameOf(dispatch) : execution;
  }

  /** Keeps what a running execution did for the entry of its end. */
  private say(execution: ExecutionId, result: object): undefined {
    this.lines = this.ahead;
    this.said.set(execution, [...(this.said.get(execution) ?? []), result]);
  }

  private entry(action: object): void {
    this.script.push({ at: this.lastAt, ...action, expect: this.ahead });
    this.lines = this.ahead;
    this.ahead = [];
  }
}

/** What was known before the tick. */
interface Before {
  readonly cancelling: boolean;
  readonly target: string;
}

function nameOf({ step, worker }: Dispatch): string {
  return `${step}#${worker}`;
}

function shifted(notice: Notice, zero: number): Notice {
  return notice.kind === "timer" ? { ...notice, at: notice.at - zero } : notice;
}
