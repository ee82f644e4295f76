import { startNode } from "../../workflow/wires.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { tidyWorkflow } from "../layout/tidyWorkflow.ts";
import { cardHeight, cardWidth } from "./cardSize.ts";

/**
 * Where every card stands: from the layout of the document, and for steps without a place (a file written by hand
 * or by a program) where a tidy layout would put them, moved below everything that has a place.
 */
export function positionsOf(workflow: Workflow): ReadonlyMap<StepId, Point> {
  const placed = new Map<StepId, Point>();
  const layout = workflow.layout;
  if (layout?.start !== undefined) placed.set(startNode, layout.start);
  for (const id of Object.keys(workflow.steps)) {
    const point = layout?.steps !== undefined && Object.hasOwn(layout.steps, id) ? layout.steps[id] : undefined;
    if (point !== undefined) placed.set(id, point);
  }
  const ids = [startNode, ...Object.keys(workflow.steps)];
  const homeless = ids.filter((id) => !placed.has(id));
  if (homeless.length === 0) return placed;
  const tidied = tidyWorkflow({ ...workflow, layout: {} }, placed).cards;
  if (placed.size === 0) return tidied;
  if (homeless.length === 1 && homeless[0] === startNode) return placed.set(startNode, leftOf(placed));
  const lowest = Math.max(...[...placed].map(([id, { y }]) => y + heightOf(workflow, id)));
  const highest = Math.min(...homeless.map((id) => tidied.get(id)?.y ?? 0));
  for (const id of homeless) {
    const { x, y } = tidied.get(id) ?? { x: 0, y: 0 };
    placed.set(id, id === startNode ? leftOf(placed) : { x, y: y - highest + lowest + 48 });
  }
  return placed;
}

function heightOf(workflow: Workflow, id: StepId): number {
  return cardHeight(Object.hasOwn(workflow.steps, id) ? (workflow.steps[id] ?? "start") : "start");
}

function leftOf(placed: ReadonlyMap<StepId, Point>): Point {
  const points = [...placed.values()];
  return {
    x: Math.min(...points.map(({ x }) => x)) - cardWidth - 96,
    y: Math.min(...points.map(({ y }) => y)),
  };
}
