import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth } from "./cardSize.ts";

/** Between two columns, and between two cards of one. */
const gap = { across: 80, down: 40 };

/**
 * A place for every card without laying anything out: a card stands as many columns from the start as there are wires
 * on the shortest way to it, and under those that came before it.
 */
export function inColumns(workflow: Workflow): ReadonlyMap<StepId, Point> {
  const after = new Map<StepId, StepId[]>();
  for (const { from, to } of wiresOf(workflow)) {
    const known = after.get(from);
    if (known === undefined) after.set(from, [to]);
    else known.push(to);
  }
  const columns = new Map<StepId, number>([[startNode, 0]]);
  const visit = (first: StepId): void => {
    const queue = [first];
    for (let next = 0; next < queue.length; next++) {
      const id = queue[next] as StepId;
      for (const to of after.get(id) ?? []) {
        if (columns.has(to)) continue;
        columns.set(to, (columns.get(id) ?? 0) + 1);
        queue.push(to);
      }
    }
  };
  visit(startNode);
  for (const id of Object.keys(workflow.steps)) {
    if (columns.has(id)) continue;
    // No way leads to it: it begins a line of its own.
    columns.set(id, 0);
    visit(id);
  }
  const bottoms = new Map<number, number>();
  return new Map(
    [...columns].map(([id, column]): readonly [StepId, Point] => {
      const y = bottoms.get(column) ?? 0;
      bottoms.set(column, y + cardHeight(workflow.steps[id] ?? "start") + gap.down);
      return [id, { x: column * (cardWidth + gap.across), y }];
    }),
  );
}
