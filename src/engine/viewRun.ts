import type { StepId } from "../workflow/workflow.ts";
import type { Plan } from "./plan.ts";
import type { RunState } from "./runState.ts";
import type { StateView, StepView } from "./view.ts";

export function viewRun(_plan: Plan, _state: RunState): StateView {
  throw new Error("not built yet");
}

export function viewStep(_plan: Plan, _state: RunState, _step: StepId): StepView {
  throw new Error("not built yet");
}

/** The steps whose view may differ, by identity of what the state holds of them. */
export function changedSteps(_before: RunState, _after: RunState): StepId[] {
  throw new Error("not built yet");
}
