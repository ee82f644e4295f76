import type { Json } from "../../workflow/json.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { dueDeadlines, nextDeadline } from "../deadlines.ts";
import type { Dispatch, Effect } from "../effect.ts";
import type { Notice } from "../notice.ts";
import { type Plan, planWorkflow } from "../plan.ts";
import { reduce } from "../reduce.ts";
import type { Result } from "../result.ts";
import { initialState, type RunState } from "../runState.ts";
import type { RetryVerdict, Tick, TickBody } from "../tick.ts";
import { traceLine } from "../trace.ts";

/** A run that a test plays by hand: a clock, a journal, and the executions that an executor would hold. */
export class PlayedRun {
  readonly plan: Plan;
  readonly journal: Tick[] = [];
  /** Trace lines since the last `lines()`. */
  private readonly said: string[] = [];
  readonly inFlight = new Map<string, Dispatch>();
  /** Of all ticks. */
  readonly notices: Notice[] = [];
  readonly effects: Effect[] = [];
  state: RunState;
  now = 0;
  /** What the last `alarm` effect said. */
  alarm: number | null = null;
  /** Executions that heard that their instance has ended. */
  readonly ended: string[] = [];
  /** Executions that entered the workflow of their step, or took it up again. */
  readonly hosting = new Set<string>();
  private acknowledging: string | undefined;

  constructor(workflow: Workflow, from: { readonly journal?: readonly Tick[]; readonly state?: RunState } = {}) {
    this.plan = planWorkflow(workflow, { unlimited: true });
    this.state = from.state ?? initialState(this.plan);
    this.journal.push(...(from.journal ?? []));
    this.now = this.journal.at(-1)?.at ?? 0;
  }

  post(body: TickBody): readonly Effect[] {
    const tick: Tick = deepFreeze({ ...JSON.parse(JSON.stringify(body)), seq: this.journal.length + 1, at: this.now });
    deepFreeze(this.state);
    const { state, effects } = reduce(this.plan, this.state, tick);
    this.journal.push(tick);
    this.state = state;
    if (tick.kind === "instance-started") this.hosting.add(tick.execution);
    if (tick.kind === "execution-finished") this.inFlight.delete(tick.execution);
    for (const effect of effects) this.carryOut(effect);
    return effects;
  }

  start(input: Json = {}): void {
    this.post({ kind: "run-started", input });
  }

  finish(execution: string, results: readonly Result[], retry: RetryVerdict = null): void {
    this.post({ kind: "execution-finished", execution, results, retry });
  }

  /** The execution on a worker of a step. */
  on(step: string, worker = 0): string {
    for (const dispatch of this.inFlight.values()) {
      if (dispatch.step === step && dispatch.worker === worker) return dispatch.execution;
    }
    throw new Error(`Nothing runs on ${step}#${worker}`);
  }

  /** Moves the clock; what is due fires at its own time, as the control loop does it: each once, or it throws. */
  passTo(time: number): void {
    let last: string | undefined;
    for (;;) {
      const [due] = dueDeadlines(this.state, time);
      if (due === undefined) break;
      const said = JSON.stringify(due);
      if (said === last) throw new Error(`Still due after its tick: ${said}`);
      last = said;
      this.now = Math.max(this.now, due.at);
      if (due.kind === "wake-up") this.post({ kind: "wake-up", item: due.item });
      else if (due.kind === "run") this.post({ kind: "run-timed-out" });
      else {
        const { step, waiter, generation } = due;
        this.post({ kind: "waiter-timed-out", step, waiter, generation });
      }
    }
    this.now = Math.max(this.now, time);
  }

  /** The tab dies and comes back. */
  reload(): void {
    this.inFlight.clear();
    this.acknowledging = undefined;
    this.post({ kind: "session-started", epoch: 1, owner: "test", reason: "load" });
  }

  /** Writes the acknowledgement that the state asked for. */
  acknowledge(): boolean {
    const request = this.acknowledging;
    if (request === undefined) return false;
    this.acknowledging = undefined;
    this.post({ kind: "cancel-acknowledged", request });
    return true;
  }

  lines(): string[] {
    return this.said.splice(0);
  }

  private carryOut(effect: Effect): void {
    this.effects.push(effect);
    switch (effect.kind) {
      case "notice":
        this.notices.push(effect.notice);
        this.said.push(traceLine(effect.notice));
        return;
      case "start":
      case "attach":
        this.inFlight.set(effect.dispatch.execution, effect.dispatch);
        if (effect.dispatch.hosts !== undefined) this.hosting.add(effect.dispatch.execution);
        return;
      case "abort":
        if (effect.reason !== "cancelled") this.inFlight.delete(effect.execution);
        return;
      case "alarm":
        this.alarm = effect.at;
        return;
      case "acknowledge-cancel":
        this.acknowledging = effect.request;
        return;
      case "instance-ended":
        this.ended.push(effect.execution);
        return;
      case "stop":
        return;
    }
  }

  get alarmAgrees(): boolean {
    return this.alarm === nextDeadline(this.state);
  }
}

/** Without recursion: queues are linked lists. */
export function deepFreeze<T>(root: T): T {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) continue;
    Object.freeze(value);
    waiting.push(...Object.values(value));
  }
  return root;
}
