import { possibleNeeds } from "../workflow/edits/tasks.ts";
import { kindOf, portsOf } from "../workflow/kinds.ts";
import { startNode, type Wire } from "../workflow/wires.ts";
import type { PortName, StepId, Workflow } from "../workflow/workflow.ts";

export interface TargetEntry {
  readonly id: string;
  readonly port: PortName;
  readonly to: StepId;
  readonly label: string;
  readonly note: string;
}

/** Whether one task can still wait for another. */
function canNeed(workflow: Pick<Workflow, "steps">, task: StepId, need: StepId): boolean {
  return Object.hasOwn(workflow.steps, need) && possibleNeeds(workflow, task).includes(need);
}

/**
 * Where a step can lead to: every output with every step that it does not lead to yet. Steps that nothing leads to
 * come first, the step itself last; of the outputs `error` is the last. A task is led to by tasks only.
 */
export function targetEntries(
  workflow: Pick<Workflow, "steps">,
  wires: readonly Wire[],
  from: StepId,
): readonly TargetEntry[] {
  const step = Object.hasOwn(workflow.steps, from) ? workflow.steps[from] : undefined;
  const ports = from === startNode ? ["done"] : step === undefined ? [] : portsOf(step);
  const several = ports.filter((port) => port !== "error").length > 1;
  const rank = (id: StepId) => (id === from ? 2 : wires.some((wire) => wire.to === id) ? 1 : 0);
  return ports.flatMap((port) =>
    Object.entries(workflow.steps)
      .sort(([a], [b]) => rank(a) - rank(b))
      .filter(([to, target]) => target.needs === undefined || (port === "done" && canNeed(workflow, to, from)))
      .filter(([to]) => !wires.some((wire) => wire.from === from && wire.port === port && wire.to === to))
      .map(([to, target]) => {
        const title = target.title ?? to;
        const named = several || port === "error" ? `${port} → ${title}` : title;
        return { id: `${port} ${to}`, port, to, label: named, note: `${kindOf(target).title} · ${to}` };
      }),
  );
}
