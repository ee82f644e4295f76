import { localId, scopeOf } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import { entries } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import { matches } from "./waiting.ts";

/** Why `to` cannot take this event, for the sender at the call (R4, R62); `undefined`: it can. */
export function refuseAddress(plan: Plan, state: RunState, event: Event, to: StepId): string | undefined {
  const step = plan.byId.get(to);
  if (step === undefined) return `There is no step "${localId(to)}" to send ${event.type} to. ${stepsThere(plan, to)}`;
  if (step.step.accepts?.includes(event.type)) return undefined;
  for (const [, waiter] of entries(stepAt(state, step.index).waiters)) {
    if (waiter.state.kind === "open" && waiter.type === event.type && matches(waiter, event)) return undefined;
  }
  return `The step "${localId(to)}" does not accept ${event.type} and waits for none; it accepts ${(step.step.accepts ?? []).join(", ") || "no events"}.`;
}

/** Of the workflow that the sender belongs to. */
function stepsThere(plan: Plan, to: StepId): string {
  const { steps } = plan.byId.get(scopeOf(to))?.child ?? plan.root;
  const ids = steps.slice(0, 12).map(({ id }) => localId(id));
  return `The steps are ${ids.join(", ")}${steps.length > ids.length ? ", …" : ""}.`;
}
