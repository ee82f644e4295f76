import { homesOf } from "../../workflow/edits/layout.ts";
import { kindOf } from "../../workflow/kinds.ts";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { nodeIdOf } from "./selection.ts";

/** One sentence for the start, for every step (what it is and where it leads), for groups and for notes. */
export function outlineOf(
  workflow: Pick<Workflow, "steps" | "layout">,
  wires: readonly Wire[],
): readonly { readonly id: string; readonly text: string }[] {
  const { groups = [], notes = [] } = workflow.layout ?? {};
  const homes = homesOf(workflow);
  const leading = new Map<StepId, Wire[]>();
  for (const wire of wires) {
    const known = leading.get(wire.from);
    if (known === undefined) leading.set(wire.from, [wire]);
    else known.push(wire);
  }
  const titleOf = (id: StepId) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));
  const leads = (id: StepId) => {
    const targets = leading.get(id) ?? [];
    if (targets.length === 0) return "leads nowhere";
    return `leads to ${targets.map((wire) => `${titleOf(wire.to)} (${wire.type ?? "needs"})`).join(", ")}`;
  };
  return [
    { id: startNode, text: `Start ${leads(startNode)}.` },
    ...Object.entries(workflow.steps).map(([id, step]) => {
      const home = homes.get(id);
      const place = home === undefined ? "" : `, in group ${home.title ?? "Group"}`;
      const end = step.kind === "stop" ? "ends the run" : leads(id);
      return { id, text: `${titleOf(id)}, ${kindOf(step).title}${place}, ${end}.` };
    }),
    ...groups.map(({ id, title, steps, collapsed }) => ({
      id: nodeIdOf({ kind: "group", id }),
      text: `Group ${title ?? "Group"}${collapsed === true ? ", folded" : ""}: ${steps.map(titleOf).join(", ") || "empty"}.`,
    })),
    ...notes.map(({ id, text }) => ({ id: nodeIdOf({ kind: "note", id }), text: `Note: ${text || "empty"}` })),
  ];
}
