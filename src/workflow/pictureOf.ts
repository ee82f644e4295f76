import { startNode, wiresOf } from "./wires.ts";
import type { Workflow } from "./workflow.ts";

export interface Picture {
  /** The start, then the steps. */
  readonly nodes: readonly (readonly [x: number, y: number])[];
  readonly wires: readonly (readonly [from: number, to: number])[];
}

/** The small picture of a workflow: the start, then its steps, where the canvas has them; wires by index. */
export function pictureOf(workflow: Workflow): Picture {
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
