import type { Problem } from "../workflow/problem.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import { type CardProblems, noProblems } from "./canvas/canvasNodes.ts";

/** How many problems each card shows; those of the input form stand at the start. */
export function problemCounts(problems: readonly Problem[]): ReadonlyMap<StepId, CardProblems> {
  const counts = new Map<StepId, CardProblems>();
  for (const problem of problems) {
    const id = problem.step ?? (problem.pointer.startsWith("/input") ? startNode : undefined);
    if (id === undefined) continue;
    const { errors, warnings } = counts.get(id) ?? noProblems;
    counts.set(
      id,
      problem.severity === "error" ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 },
    );
  }
  return counts;
}
