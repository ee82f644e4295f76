import type { StepId } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import type { Plan } from "./plan.ts";
import type { RunState } from "./runState.ts";

/** Why `to` cannot take this event, for the sender at the call (R4, R62); `undefined`: it can. */
export function refuseAddress(_plan: Plan, _state: RunState, _event: Event, _to: StepId): string | undefined {
  throw new Error("not built yet");
}
