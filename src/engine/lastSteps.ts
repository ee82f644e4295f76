import type { Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { Dispatch } from "./effect.ts";
import { handedOnOf } from "./handedOn.ts";
import type { Plan } from "./plan.ts";
import { reduce } from "./reduce.ts";
import { initialState } from "./runState.ts";
import type { ExecutionId, Tick } from "./tick.ts";

/** What a step was last started with and what it last handed on. Large values are references. */
export interface LastStep {
  /** Data of the event, of a join the events; absent for a task and for an event without data. */
  readonly input?: Json;
  /** Absent: no execution of it has succeeded yet. */
  readonly output?: Json;
}

/**
 * Reads from the beginning of a journal what went through its steps. Ticks name executions only, so they are reduced;
 * of a `forEach` the whole list counts, not its elements.
 */
export function readLastSteps(plan: Plan, ticks: Iterable<Tick>): Readonly<Record<StepId, LastStep>> {
  const found = new Map<StepId, LastStep>();
  const running = new Map<ExecutionId, Dispatch>();
  let state = initialState(plan);
  for (const tick of ticks) {
    const reduced = reduce(plan, state, tick);
    state = reduced.state;
    for (const effect of reduced.effects) {
      if (effect.kind !== "start" || effect.dispatch.each?.kind === "element") continue;
      const { dispatch } = effect;
      running.set(dispatch.execution, dispatch);
      const { output } = found.get(dispatch.step) ?? {};
      const input = inputOf(dispatch);
      found.set(dispatch.step, { ...(input !== undefined && { input }), ...(output !== undefined && { output }) });
    }
    if (!("execution" in tick) || tick.execution === undefined) continue;
    const dispatch = running.get(tick.execution);
    const step = dispatch && plan.byId.get(dispatch.step)?.step;
    if (dispatch === undefined || step === undefined) continue;
    const handedOn = handedOnOf(step, tick, dispatch.step);
    if (handedOn === undefined) continue;
    running.delete(tick.execution);
    if (handedOn.outcome === "success" && handedOn.data !== undefined)
      found.set(dispatch.step, { ...found.get(dispatch.step), output: handedOn.data });
  }
  return Object.fromEntries(found);
}

function inputOf({ event }: Dispatch): Json | undefined {
  return event?.data ?? (event?.events as Json | undefined);
}
