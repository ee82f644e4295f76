import type { Edit } from "../workflow/edits/edit.ts";
import { arrange } from "../workflow/edits/layout.ts";
import { portsOf } from "../workflow/kinds.ts";
import { startNode, type Wire } from "../workflow/wires.ts";
import type { Point, PortName, Step, StepId, Workflow } from "../workflow/workflow.ts";
import { cardHeight, cardWidth } from "./canvas/cardSize.ts";
import { onGrid } from "./layout/onGrid.ts";

const gapX = 88;
const gapY = 36;

/** The nearest free place at or below `at`, where a card of `height` touches no other. */
export function freePlace(
  workflow: Pick<Workflow, "steps">,
  positions: ReadonlyMap<StepId, Point>,
  at: Point,
  height: number,
): Point {
  const boxes = [...positions].map(([id, point]) => ({ ...point, height: heightOf(workflow, id) }));
  let { x, y } = { x: onGrid(at.x), y: onGrid(at.y) };
  for (;;) {
    const hit = boxes.find(
      (box) =>
        Math.abs(box.x - x) < cardWidth + 24 && y < box.y + box.height + gapY / 2 && box.y < y + height + gapY / 2,
    );
    if (hit === undefined) return { x, y };
    y = onGrid(hit.y + hit.height + gapY);
  }
}

/** Where a step goes that is added by click or key: right of the selected card, else into the middle of the view. */
export function placeForNew(
  workflow: Pick<Workflow, "steps">,
  positions: ReadonlyMap<StepId, Point>,
  beside: StepId | null,
  centre: Point,
): Point {
  const from = beside === null ? undefined : positions.get(beside);
  const at =
    from === undefined
      ? { x: centre.x - cardWidth / 2, y: centre.y - 41 }
      : { x: from.x + cardWidth + gapX, y: from.y };
  return freePlace(workflow, positions, at, 82);
}

/** Where a step goes that leads to `card`: left of it. */
export function placeBefore(
  workflow: Pick<Workflow, "steps">,
  positions: ReadonlyMap<StepId, Point>,
  card: StepId,
): Point {
  const { x, y } = positions.get(card) ?? { x: 0, y: 0 };
  return freePlace(workflow, positions, { x: x - cardWidth - gapX, y }, 82);
}

/**
 * The port that a step added beside `beside` hangs on: only where no choice is to be made, that is the one output
 * besides `error`, and only while nothing hangs on it.
 */
export function openPort(
  workflow: Pick<Workflow, "steps">,
  wires: readonly Wire[],
  beside: StepId,
): { readonly from: StepId; readonly port: PortName } | null {
  const step = Object.hasOwn(workflow.steps, beside) ? workflow.steps[beside] : undefined;
  const ports = beside === startNode ? ["done"] : step === undefined ? [] : mainPorts(step);
  const [port] = ports;
  if (port === undefined || ports.length !== 1) return null;
  return wires.some((wire) => wire.from === beside && wire.port === port) ? null : { from: beside, port };
}

function mainPorts(step: Step): readonly PortName[] {
  return portsOf(step).filter((port) => port !== "error");
}

function heightOf(workflow: Pick<Workflow, "steps">, id: StepId): number {
  return cardHeight(Object.hasOwn(workflow.steps, id) ? (workflow.steps[id] ?? "start") : "start");
}

/**
 * Where a step goes that is put into a wire: into the middle of it, level with where the wire comes from. Where the
 * room is too small all that stands further right, in the rows of the wire, moves right.
 */
export function roomBetween(
  workflow: Workflow,
  positions: ReadonlyMap<StepId, Point>,
  wire: Pick<Wire, "from" | "to">,
  hidden: ReadonlyMap<StepId, unknown>,
): { readonly at: Point; readonly edit: (settled: Workflow) => Edit } {
  const from = positions.get(wire.from) ?? { x: 0, y: 0 };
  const to = positions.get(wire.to) ?? from;
  const needed = cardWidth + 2 * gapX;
  const room = to.x - (from.x + cardWidth);
  const leadsOn = room >= 0;
  const short = leadsOn ? Math.max(0, needed - room) : 0;
  const rows = { top: Math.min(from.y, to.y) - 60, bottom: Math.max(from.y, to.y) + 140 };
  const moves = [...positions].flatMap(([id, { x, y }]) =>
    short > 0 && x >= to.x && y >= rows.top && y <= rows.bottom && !hidden.has(id)
      ? [[id, { x: onGrid(x + short), y }] as const]
      : [],
  );
  const target = { x: to.x + short, y: to.y };
  const at = leadsOn
    ? { x: onGrid((from.x + cardWidth + target.x - cardWidth) / 2), y: onGrid((from.y + to.y) / 2) }
    : { x: onGrid(from.x + cardWidth + gapX), y: from.y };
  const moved = new Map([...positions, ...moves]);
  return {
    at: freePlace(workflow, moved, at, 82),
    edit: (settled) => arrange(settled, { cards: new Map(moves) }, "move"),
  };
}

/** The card that an arrow key leads to from `from`: the nearest one in that direction, sideways distance counts double. */
export function neighbour(
  positions: ReadonlyMap<string, Point>,
  from: string,
  direction: "left" | "right" | "up" | "down",
): StepId | null {
  const origin = positions.get(from);
  if (origin === undefined) return null;
  const horizontal = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let best: { readonly id: string; readonly distance: number } | null = null;
  for (const [id, point] of positions) {
    const along = sign * (horizontal ? point.x - origin.x : point.y - origin.y);
    const across = Math.abs(horizontal ? point.y - origin.y : point.x - origin.x);
    if (id === from || along <= 0) continue;
    const distance = along + 2 * across;
    if (best === null || distance < best.distance) best = { id, distance };
  }
  return best?.id ?? null;
}
