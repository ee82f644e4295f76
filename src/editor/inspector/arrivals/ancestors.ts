import { graphOf, reachableBackwards } from "../../../workflow/validate/graph.ts";
import type { StepId, Workflow } from "../../../workflow/workflow.ts";

/**
 * Of each step, the steps whose results it can look back to (R69), in declaration order: those from which a way leads
 * to it, and for a task all that it waits for. The step itself only when a loop leads back to it.
 */
export function ancestorsIn(workflow: Workflow): (id: StepId) => readonly StepId[] {
  const graph = graphOf(workflow);
  return (id) => {
    const step = Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
    if (step === undefined) return [];
    const { accepts = [], needs } = step;
    const senders = () =>
      graph.steps
        .filter(([other]) => accepts.some((type) => graph.emitted.get(other)?.has(type)))
        .map(([other]) => other);
    const found = needs === undefined ? reachableBackwards(graph, senders()) : needed(workflow, needs);
    return Object.keys(workflow.steps).filter((other) => found.has(other));
  };
}

function needed(workflow: Workflow, needs: readonly StepId[]): ReadonlySet<StepId> {
  const found = new Set<StepId>(needs);
  for (const other of found) for (const need of workflow.steps[other]?.needs ?? []) found.add(need);
  return found;
}
