import type { Draft } from "./draft.ts";
import type { ElementResult } from "./eachPart.ts";
import { endItem } from "./items.ts";
import { find, natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { FailedElement, OpenEach, StepState } from "./stepState.ts";
import type { WorkItem } from "./workItem.ts";

/** Whether the item is one element of a `forEach` (R72). */
export function isElement({ each }: WorkItem): boolean {
  return each?.kind === "element";
}

/** Its list failed as a whole meanwhile: whatever comes of this element counts no more. */
export function isDropped(draft: Draft, step: StepPlan, item: WorkItem): boolean {
  return isElement(item) && openEachOf(draft.peek(step), item)?.item === null;
}

export function openEachOf({ each }: Readonly<StepState>, item: WorkItem): OpenEach | undefined {
  return find(each?.open, innerBatchOf(item), natural);
}

/** The batch that its list opened. */
export function innerBatchOf({ lineage }: WorkItem): number {
  return lineage.scope[lineage.scope.length - 1] ?? 0;
}

export function placeOf({ lineage }: WorkItem): number {
  return lineage.elements[lineage.elements.length - 1]?.index ?? 0;
}

/** An element ended. `failed`: it counts against a task; a skipped one only leaves `null` in its place. */
export function endElement(
  draft: Draft,
  step: StepPlan,
  item: WorkItem,
  end: { readonly result: ElementResult } | { readonly skipped: true } | { readonly failed: FailedElement },
): void {
  const copy = draft.touch(step);
  const open = openEachOf(copy, item);
  if (copy.each !== null && open !== undefined) {
    const failed = "failed" in end ? end.failed : undefined;
    const result = "result" in end ? end.result : nothing;
    const changed: OpenEach = {
      item: open.item,
      total: open.total,
      results: put(open.results, placeOf(item), result, natural),
      worst: worseOf(open.worst, failed),
    };
    copy.each = {
      open: put(copy.each.open, innerBatchOf(item), changed, natural),
      total: copy.each.total,
      done: copy.each.done + 1,
      failed: copy.each.failed + ("result" in end ? 0 : 1),
    };
  }
  endItem(draft, item);
}

const nothing: ElementResult = {};

/** As the end of a run ranks them (T29). Of equal ones the first to end stands. */
const ranks: Readonly<Record<FailedElement["outcome"], number>> = { cancellation: 3, denial: 2, failure: 1 };

function worseOf(held: FailedElement | null, failed: FailedElement | undefined): FailedElement | null {
  if (failed === undefined) return held;
  return held === null || ranks[failed.outcome] > ranks[held.outcome] ? failed : held;
}
