import type { StepId } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import { entries } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import { matches } from "./waiting.ts";

/** Why `to` cannot take this event, for the sender at the call (R4, R62); `undefined`: it can. */
export function refuseAddress(plan: Plan, state: RunState, event: Event, to: StepId): string | undefined {
  const step = plan.byId.get(to);
  if (step === undefined) return `There is no step "${to}" to send ${event.type} to. ${stepsThere(plan)}`;
  if (step.step.accepts?.includes(event.type)) return undefined;
  for (const [, waiter] of entries(stepAt(state, step.index).waiters)) {
    if (waiter.state.kind === "open" && waiter.type === event.type && matches(waiter, event)) return undefined;
  }
  return `The step "${to}" does not accept ${event.type} and waits for none; it accepts ${(step.step.accepts ?? []).join(", ") || "no events"}.`;
}

function stepsThere({ steps }: Plan): string {
  const ids = steps.slice(0, 12).map(({ id }) => id);
  return `The steps are ${ids.join(", ")}${steps.length > ids.length ? ", …" : ""}.`;
}
