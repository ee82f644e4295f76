import type { Problem } from "../workflow/problem.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";

/** How many problems each card shows; those of the input form stand at the start. */
export function problemCounts(problems: readonly Problem[]): ReadonlyMap<StepId, number> {
  const counts = new Map<StepId, number>();
  for (const problem of problems) {
    const id = problem.step ?? (problem.pointer.startsWith("/input") ? startNode : undefined);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
