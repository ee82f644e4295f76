import { doesWork } from "../engine/eachPart.ts";
import type { Dispatch } from "../engine/effect.ts";
import { type Failure, failureNames } from "../engine/failure.ts";
import type { Plan } from "../engine/plan.ts";
import { timeoutOf } from "../workflow/kinds.ts";

/** What the engine's own guard adds for a command, whose gate and run time the runner bounds each by `timeoutMs` (T13). */
const graceMs = 30_000;

/** How long an execution of this dispatch may take by the engine's own guard, ms; `undefined`: no bound (R43, T13). */
export function executionLimitMs(plan: Plan, dispatch: Dispatch): number | undefined {
  const step = plan.byId.get(dispatch.step)?.step;
  // The limit is an element's; what is about the list is bounded like every expression (R72).
  if (!step || !doesWork(dispatch)) return undefined;
  const timeoutMs = timeoutOf(step);
  if (timeoutMs === undefined) return undefined;
  return step.kind === "command" ? 2 * timeoutMs + graceMs : timeoutMs;
}

export function timeoutFailure(limitMs: number): Failure {
  return { name: failureNames.timedOut, message: `It took longer than ${limitMs} ms and was stopped.` };
}
