import type { Edit } from "../../workflow/edits/edit.ts";
import { moveNodes } from "../../workflow/edits/layout.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import type { tidyWorkflow } from "../layout/tidyWorkflow.ts";
import { cardHeight, cardWidth } from "./cardSize.ts";
import { inColumns } from "./inColumns.ts";

type Places = ReadonlyMap<StepId, Point>;

/**
 * Where every card stands: from the layout of the document, and for steps without a place (a file written by hand
 * or by a program) where a tidy layout would put them, moved below everything that has a place.
 */
export function positionsOf(workflow: Workflow): Places {
  const placed = placedIn(workflow);
  const homeless = homelessIn(workflow, placed);
  if (homeless.length === 0) return placed;
  if (placed.size > 0 && homeless.length === 1 && homeless[0] === startNode)
    return placed.set(startNode, leftOf(placed));
  const tidied = tidiedPlaces(workflow, placed);
  if (placed.size === 0) return tidied;
  const lowest = Math.max(...[...placed].map(([id, { y }]) => y + heightOf(workflow, id)));
  const highest = Math.min(...homeless.map((id) => tidied.get(id)?.y ?? 0));
  for (const id of homeless) {
    const { x, y } = tidied.get(id) ?? { x: 0, y: 0 };
    placed.set(id, id === startNode ? leftOf(placed) : { x, y: y - highest + lowest + 48 });
  }
  return placed;
}

/*
 * A tidy layout takes a library and, of a large workflow, seconds. Both come before a canvas is drawn
 * (`layout/preparePlaces.ts`), and what was found stands here for as long as the graph is the same.
 */
const tidied = new Map<string, Places>();
const keptLayouts = 8;
let tidy: typeof tidyWorkflow | null = null;

/** From now on steps without a place get one from it. */
export function tidyWith(layout: typeof tidyWorkflow): void {
  tidy = layout;
}

/** What has to be laid out before the workflow can be drawn; `null`: nothing. */
export function layoutNeeded(workflow: Workflow): { readonly before: Places; found(places: Places): void } | null {
  const before = placedIn(workflow);
  const homeless = homelessIn(workflow, before);
  if (homeless.length === 0 || (homeless.length === 1 && homeless[0] === startNode && before.size > 0)) return null;
  const graph = graphKey(workflow, before);
  return tidied.has(graph) ? null : { before, found: (places) => remember(graph, places) };
}

function tidiedPlaces(workflow: Workflow, before: Places): Places {
  const graph = graphKey(workflow, before);
  const known = tidied.get(graph);
  if (known !== undefined) return known;
  if (tidy === null) return inColumns(workflow);
  const { cards } = tidy({ ...workflow, layout: {} }, before);
  remember(graph, cards);
  return cards;
}

function remember(graph: string, places: Places): void {
  tidied.set(graph, places);
  const [oldest] = tidied.keys();
  if (tidied.size > keptLayouts && oldest !== undefined) tidied.delete(oldest);
}

/** Names all that a layout depends on: typing into a step changes none of it. */
function graphKey(workflow: Workflow, before: Places): string {
  return JSON.stringify([
    before.get(startNode),
    Object.keys(workflow.steps).map((id) => [id, heightOf(workflow, id)]),
    wiresOf(workflow).map(({ from, to }) => [from, to]),
  ]);
}

/**
 * What keeps the cards where they are drawn when a change would lay those without a place out anew; `null`: nothing
 * would move. A step that was renamed is known by its place in the order.
 */
export function keptPlaces(before: Workflow, after: Workflow): Edit | null {
  const placed = placedIn(before);
  if (homelessIn(before, placed).length === 0 || graphKey(before, placed) === graphKey(after, placedIn(after)))
    return null;
  const drawn = positionsOf(before);
  const [old, next] = [Object.keys(before.steps), Object.keys(after.steps)];
  const formerly = (id: StepId) => (old.length === next.length ? old[next.indexOf(id)] : undefined) ?? id;
  const places = homelessIn(after, placedIn(after)).flatMap((id) => {
    const point = drawn.get(id) ?? drawn.get(formerly(id));
    return point === undefined ? [] : [[id, point] as const];
  });
  return places.length === 0 ? null : moveNodes(after, Object.fromEntries(places));
}

function placedIn({ steps, layout }: Workflow): Map<StepId, Point> {
  const placed = new Map<StepId, Point>();
  if (layout?.start !== undefined) placed.set(startNode, layout.start);
  for (const id of Object.keys(steps)) {
    const point = layout?.steps !== undefined && Object.hasOwn(layout.steps, id) ? layout.steps[id] : undefined;
    if (point !== undefined) placed.set(id, point);
  }
  return placed;
}

/** Cards without a place of their own. */
function homelessIn({ steps }: Workflow, placed: Places): readonly StepId[] {
  return [startNode, ...Object.keys(steps)].filter((id) => !placed.has(id));
}

function heightOf(workflow: Workflow, id: StepId): number {
  return cardHeight(Object.hasOwn(workflow.steps, id) ? (workflow.steps[id] ?? "start") : "start");
}

function leftOf(placed: Places): Point {
  const points = [...placed.values()];
  return {
    x: Math.min(...points.map(({ x }) => x)) - cardWidth - 96,
    y: Math.min(...points.map(({ y }) => y)),
  };
}
