import type { WorkflowSummary } from "../protocol/engineApi.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** The small picture of a workflow: the start, then its steps, where the canvas has them; wires by index. */
export function pictureOf(workflow: Workflow): WorkflowSummary["picture"] {
  const ids = [startNode, ...Object.keys(workflow.steps)];
  const places = new Map(ids.map((id, index) => [id, index]));
  const { steps = {}, start } = workflow.layout ?? {};
  const nodes = ids.map((id, index) => {
    const point = id === startNode ? start : Object.hasOwn(steps, id) ? steps[id] : undefined;
    return [point?.x ?? index * 280, point?.y ?? 0] as const;
  });
  const wires = new Map<string, readonly [number, number]>();
  for (const { from, to } of wiresOf(workflow)) {
    const pair = [places.get(from) ?? 0, places.get(to) ?? 0] as const;
    wires.set(pair.join(), pair);
  }
  return { nodes, wires: [...wires.values()] };
}
