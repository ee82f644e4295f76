import type { StepId } from "../workflow/workflow.ts";
import { deepEqual } from "./deepEqual.ts";
import type { Dispatch, Effect } from "./effect.ts";
import type { Event } from "./event.ts";
import { isEvent } from "./judge.ts";
import type { Notice } from "./notice.ts";
import { find, natural, sizeOf } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { reduce } from "./reduce.ts";
import type { Result } from "./result.ts";
import { initialState, type RunState, stepAt } from "./runState.ts";
import type { ExecutionId, ItemId, Tick, TickBody } from "./tick.ts";
import { queueLength } from "./workQueue.ts";

/** What of a journal does not fit another version of its workflow. */
export type Misfit =
  /** Ticks are left out, because what they are about is not in the new version. */
  | { readonly kind: "left-out"; readonly step: string; readonly ticks: number; readonly removed: boolean }
  /** The same result means something else. */
  | {
      readonly kind: "other-end";
      readonly step: string;
      readonly seq: number;
      readonly was: string;
      readonly is: string;
    }
  /** Live work of a step that is not there any more. */
  | { readonly kind: "dropped"; readonly step: string; readonly items: number }
  /** The run would have ended before. */
  | { readonly kind: "ended"; readonly seq: number; readonly reason: string };

export interface Retold {
  readonly tick: Tick;
  /** The sequence number of the tick that it tells again. */
  readonly of: number;
  readonly step?: StepId;
  /** It ends an execution that hands on the results of the elements of a list (R72). */
  readonly gathers: boolean;
}

/**
 * Tells a journal again as one of another version of its workflow: the same happenings, by the names that its executions
 * and items have there. State and definition agree afterwards, because the state is folded from these ticks (R50).
 *
 * Executions are the same when their step, attempt and event are; an event that a port handed on has the type that the
 * port has now. What has no counterpart is left out and named.
 */
export class Retelling {
  /** The last tick of the new version. */
  last: Tick | undefined;
  /** Under the new version, behind the last tick. */
  state: RunState;
  /** Executions that the last tick dispatched there. */
  anew: readonly ExecutionId[] = [];
  /** Under the version that it was. */
  oldState: RunState;
  private readonly old: Plan;
  private readonly plan: Plan;
  private readonly executions = new Map<ExecutionId, ExecutionId>();
  private readonly items = new Map<ItemId, ItemId>();
  private readonly stepOf = new Map<ExecutionId, string>();
  private readonly oldOpen = new Map<string, Dispatch[]>();
  private readonly newOpen = new Map<string, Dispatch[]>();
  /** Executions that hand a list on whose elements had a schema each (R72). */
  private readonly gathering = new Set<ExecutionId>();
  private readonly leftOut = new Map<string, number>();
  private readonly others: Misfit[] = [];

  constructor(old: Plan, plan: Plan) {
    this.old = old;
    this.plan = plan;
    this.oldState = initialState(old);
    this.state = initialState(plan);
  }

  /** The tick as the new version has it; `undefined`: it has none. */
  add(tick: Tick): Retold | undefined {
    const told = reduce(this.old, this.oldState, tick);
    const step = this.stepOfTick(tick);
    this.oldState = told.state;
    if (this.state.lifecycle === "completed") return undefined;
    const body = this.named(tick, step);
    this.note(told.effects, this.oldOpen, this.stepOf);
    if (body === undefined) {
      this.leftOut.set(step ?? "", (this.leftOut.get(step ?? "") ?? 0) + 1);
      this.match();
      return undefined;
    }
    const retold: Tick = { ...body, seq: (this.last?.seq ?? 0) + 1, at: tick.at };
    const { state, effects } = reduce(this.plan, this.state, retold);
    this.last = retold;
    this.state = state;
    this.anew = effects.flatMap((effect) => (effect.kind === "start" ? [effect.dispatch.execution] : []));
    this.note(effects, this.newOpen);
    this.match();
    if (step !== undefined) this.compareEnds(tick.seq, step, told.effects, effects);
    if (state.lifecycle === "completed" && told.state.lifecycle !== "completed")
      this.others.push({ kind: "ended", seq: tick.seq, reason: state.reason ?? `with ${state.outcome}` });
    const gathers = retold.kind === "execution-finished" && this.gathering.delete(retold.execution);
    return { tick: retold, of: tick.seq, ...(step !== undefined && { step }), gathers };
  }

  /** What an execution of the run is called in the new version, once both have begun it. */
  executionNow(execution: ExecutionId): ExecutionId | undefined {
    return this.executions.get(execution);
  }

  /** All of them together. */
  misfits(): readonly Misfit[] {
    const dropped = this.old.steps.flatMap(({ id, index }): readonly Misfit[] => {
      const { queue, delayed, workers, suspended, parked } = stepAt(this.oldState, index);
      const running = workers.filter((execution) => execution !== null).length;
      const items = queueLength(queue) + sizeOf(delayed) + running + sizeOf(suspended) + sizeOf(parked);
      return this.plan.byId.has(id) || items === 0 ? [] : [{ kind: "dropped", step: id, items }];
    });
    const leftOut = [...this.leftOut].map(
      ([step, ticks]): Misfit => ({ kind: "left-out", step, ticks, removed: !this.plan.byId.has(step) }),
    );
    return [...this.others, ...leftOut, ...dropped];
  }

  private stepOfTick(tick: Tick): string | undefined {
    if ("execution" in tick && tick.execution !== undefined) return this.stepOf.get(tick.execution);
    if (tick.kind === "waiter-timed-out") return tick.step;
    return tick.kind === "event-added" ? (tick.to ?? this.stepOf.get(tick.from?.execution ?? "")) : undefined;
  }

  /** The tick in the words of the new version; `undefined`: it has no counterpart there. */
  private named({ seq: _seq, at: _at, ...tick }: Tick, step: string | undefined): TickBody | undefined {
    switch (tick.kind) {
      case "run-forked":
        return { ...tick, anew: tick.anew.flatMap((execution) => this.executions.get(execution) ?? []) };
      case "event-added": {
        if (tick.to !== undefined && !this.plan.byId.has(tick.to)) return undefined;
        if (tick.from === undefined) return tick;
        const execution = this.executions.get(tick.from.execution);
        const event = { ...tick.event, type: this.typeNow(step, tick.event.type) };
        return execution === undefined ? undefined : { ...tick, event, from: { ...tick.from, execution } };
      }
      case "execution-finished": {
        const execution = this.executions.get(tick.execution);
        if (execution === undefined) return undefined;
        const results = Array.isArray(tick.results)
          ? tick.results.map((each) => this.resultNow(step, each))
          : tick.results;
        return { ...tick, execution, results };
      }
      case "execution-started":
      case "instance-started":
      case "event-published":
      case "store-changed":
      case "once-recorded":
      case "execution-lost": {
        const execution = this.executions.get(tick.execution);
        return execution === undefined ? undefined : { ...tick, execution };
      }
      case "cancel-requested": {
        if (tick.execution === undefined) return tick;
        const execution = this.executions.get(tick.execution);
        return execution === undefined ? undefined : { ...tick, execution };
      }
      case "recovery-decided": {
        const execution = tick.execution === undefined ? undefined : this.executions.get(tick.execution);
        const item = tick.item === undefined ? undefined : this.items.get(tick.item);
        if (execution === undefined && item === undefined) return undefined;
        return { ...tick, ...(execution !== undefined && { execution }), ...(item !== undefined && { item }) };
      }
      case "wake-up":
      case "event-changed": {
        const item = this.items.get(tick.item);
        return item === undefined ? undefined : { ...tick, item };
      }
      case "waiter-timed-out": {
        const planned = this.plan.byId.get(tick.step);
        const waiter = tick.waiter.replace(/^i\d+(?=\.\d+$)/, (item) => this.items.get(item) ?? item);
        const held = planned && find(stepAt(this.state, planned.index).waiters, waiter, natural);
        return held && { ...tick, waiter, generation: held.generation };
      }
      default:
        return tick;
    }
  }

  /** The type that the port has now which handed this one on. */
  private typeNow(step: string | undefined, type: string): string {
    const was = step === undefined ? undefined : this.old.byId.get(step)?.step;
    const now = step === undefined ? undefined : this.plan.byId.get(step)?.step;
    for (const ports of ["emits", "batches"] as const) {
      const [port] = Object.entries(was?.[ports] ?? {}).find(([, emitted]) => emitted === type) ?? [];
      const renamed = port === undefined ? undefined : now?.[ports]?.[port];
      if (renamed !== undefined) return renamed;
    }
    return type;
  }

  private resultNow(step: string | undefined, result: Result): Result {
    const renamed = (event: Event): Event => ({ ...event, type: this.typeNow(step, event.type) });
    if (result?.kind === "send") return { ...result, event: renamed(result.event) };
    if (result?.kind !== "return") return result;
    if (isEvent(result.value)) return { ...result, value: renamed(result.value) };
    if (!Array.isArray(result.value)) return result;
    return { ...result, value: result.value.map((each) => (isEvent(each) ? renamed(each) : each)) as readonly Event[] };
  }

  private note(effects: readonly Effect[], open: Map<string, Dispatch[]>, stepOf?: Map<ExecutionId, string>): void {
    for (const effect of effects) {
      if (effect.kind !== "start") continue;
      const { dispatch } = effect;
      if (stepOf === undefined && dispatch.each?.kind === "gather") this.gathering.add(dispatch.execution);
      stepOf?.set(dispatch.execution, dispatch.step);
      const ofStep = open.get(dispatch.step);
      if (ofStep) ofStep.push(dispatch);
      else open.set(dispatch.step, [dispatch]);
    }
  }

  private match(): void {
    for (const [step, olds] of this.oldOpen) {
      const news = this.newOpen.get(step);
      if (news === undefined || news.length === 0) continue;
      const left = olds.filter((dispatch) => {
        const at = news.findIndex((other) => this.isSame(dispatch, other));
        const [other] = at < 0 ? [] : news.splice(at, 1);
        if (other === undefined) return true;
        this.executions.set(dispatch.execution, other.execution);
        this.items.set(dispatch.item, other.item);
        return false;
      });
      this.oldOpen.set(step, left);
    }
  }

  private isSame(old: Dispatch, now: Dispatch): boolean {
    const known = this.items.get(old.item);
    if (known !== undefined) return known === now.item && old.attempt === now.attempt;
    const { event } = old;
    if (old.attempt !== now.attempt || (event === undefined) !== (now.event === undefined)) return false;
    return event === undefined || deepEqual(event.data ?? null, now.event?.data ?? null);
  }

  private compareEnds(seq: number, step: string, told: readonly Effect[], retold: readonly Effect[]): void {
    const was = endOf(told, step);
    const is = endOf(retold, step);
    if (was !== is && was !== undefined) this.others.push({ kind: "other-end", step, seq, was, is: is ?? "ignored" });
  }
}

function endOf(effects: readonly Effect[], step: string): string | undefined {
  const notice = effects
    .flatMap((effect): readonly Notice[] => (effect.kind === "notice" ? [effect.notice] : []))
    .find((each) => each.kind === "not-running" && each.step === step);
  return notice?.kind === "not-running" ? notice.why : undefined;
}
