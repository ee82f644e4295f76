import { findStep, pathIn, workflowAt } from "../workflow/subWorkflows.ts";
import type { EventType, StepId, Workflow } from "../workflow/workflow.ts";

/** Steps that are named; a workflow may have hundreds. */
const maxNamed = 8;

/**
 * Why nobody took an event (R5), and who takes what: a sentence that helps to mend it. `inside` is the path of the step
 * whose workflow the event was in (R79): only its steps could have taken it.
 */
export function unhandledText(
  { type, to, reason }: { readonly type: EventType; readonly to?: StepId; readonly reason?: string },
  { workflow, inside = "" }: { readonly workflow: Workflow; readonly inside?: string },
  title: (step: StepId) => string,
): string {
  // That no step takes it is said better with the steps' titles, and with a guess.
  if (reason !== undefined && !reason.startsWith("no step waits for it")) return `Nobody took ${type}: ${reason}.`;
  const takers = new Map<EventType, StepId[]>();
  for (const [id, step] of Object.entries(workflowAt(workflow, inside)?.steps ?? {}))
    for (const accepted of new Set(step.accepts ?? []))
      takers.set(accepted, [...(takers.get(accepted) ?? []), pathIn(inside, id)]);
  if (to !== undefined) {
    const own = findStep(workflow, to)?.accepts ?? [];
    return `${title(to)} does not take ${type}; it takes ${own.length > 0 ? own.join(", ") : "no events"}.`;
  }
  const near = [...takers.keys()].filter((known) => isNear(known, type));
  const first = near.length > 0 ? near : [...takers.keys()];
  const named = first
    .slice(0, maxNamed)
    .map((known) => `${known} (${(takers.get(known) ?? []).map(title).join(", ")})`);
  const rest = first.length > maxNamed ? ` and ${first.length - maxNamed} more` : "";
  if (near.length > 0) return `No step takes ${type}. Is ${named.join(" or ")} meant?`;
  return `No step takes ${type}. What steps take: ${named.join(", ")}${rest}.`;
}

/** Equal but for case, or one letter more, less or other. */
function isNear(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x === y) return true;
  if (Math.abs(x.length - y.length) > 1 || Math.min(x.length, y.length) < 4) return false;
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  const [restX, restY] = [x.slice(from), y.slice(from)];
  return restX.slice(1) === restY.slice(1) || restX.slice(1) === restY || restX === restY.slice(1);
}
