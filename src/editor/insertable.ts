import type { StepKind } from "../workflow/workflow.ts";

/** Whether a step can stand between two others: nothing leaves a stop. */
export function canInsert(kind: StepKind): boolean {
  return kind !== "stop";
}
