import { wiresOf } from "../workflow/wires.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";
import type { HistoryAt } from "./historyAt.ts";

/** A step of the run's own canvas at which its line ended, though it is no stop step. */
export interface LooseEnd {
  readonly step: StepId;
  /** Its last success. */
  readonly attempt: Attempt;
  /** `untaken`: what it handed on went to no step. `nothing`: it handed on nothing, so no wire of it carried anything. */
  readonly kind: "untaken" | "nothing";
}

/**
 * Where the lines of a run came to rest without a stop step, in the order of the workflow. A run that settles (R46)
 * has no result; what it came to stands at these steps.
 */
export function looseEnds(workflow: Workflow, history: HistoryAt): readonly LooseEnd[] {
  const carried = new Set<StepId>();
  for (const { from, type } of wiresOf(workflow))
    if (type === undefined || history.emitted(from, type) > 0) carried.add(from);
  return Object.entries(workflow.steps).flatMap(([step, { kind }]): readonly LooseEnd[] => {
    if (kind === "stop" || carried.has(step) || history.emitted(step, "Stop") > 0) return [];
    const attempt = history.lastDone(step);
    if (attempt?.end !== "completed") return [];
    return [{ step, attempt, kind: attempt.output === undefined ? "nothing" : "untaken" }];
  });
}
