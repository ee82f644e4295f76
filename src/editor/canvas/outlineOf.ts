import { kindOf } from "../../workflow/kinds.ts";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";

/** One sentence for the start and for every step: what it is and where it leads. */
export function outlineOf(
  workflow: Pick<Workflow, "steps">,
  wires: readonly Wire[],
): readonly { readonly id: StepId; readonly text: string }[] {
  const titleOf = (id: StepId) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));
  const leads = (id: StepId) => {
    const targets = wires.filter(({ from }) => from === id);
    if (targets.length === 0) return "leads nowhere";
    return `leads to ${targets.map((wire) => `${titleOf(wire.to)} (${wire.type ?? "needs"})`).join(", ")}`;
  };
  return [
    { id: startNode, text: `Start ${leads(startNode)}.` },
    ...Object.entries(workflow.steps).map(([id, step]) => {
      const end = step.kind === "stop" ? "ends the run" : leads(id);
      return { id, text: `${titleOf(id)}, ${kindOf(step).title}, ${end}.` };
    }),
  ];
}
