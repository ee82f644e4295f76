import type { Json } from "../workflow/json.ts";
import { offer } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import type { EachPart } from "./eachPart.ts";
import { recoveryOf } from "./handling.ts";
import { endItem, keepOpen, newItem } from "./items.ts";
import { natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { routeEvent } from "./routing.ts";
import type { Batch } from "./runState.ts";
import { setAside } from "./settingAside.ts";
import type { FailedElement, OpenEach } from "./stepState.ts";
import { endTask } from "./taskEnding.ts";
import { extendTrail } from "./trail.ts";
import { begunAnew, type WorkItem } from "./workItem.ts";
import { arrive, comeBack } from "./workQueue.ts";

/*
 * `forEach` (R72) is a fan-out, the step, and a join on one card. The work item is dispatched to ask for its list
 * (`open`), and then stands with the inner batch that it opens. Each element is a work item of the same step in that
 * batch, with attempts, waits and retries of its own. When the batch closes, the item is dispatched once more
 * (`gather`) and hands on the list of their results, in the order of the list.
 *
 * What an element returns is its result and is never routed; what it sends and collects stays in the inner batch,
 * which closes when that has ended too (R32). An element that fails for good does what `onFailure` says: `park`,
 * `skip` (`null` in its place), or else the item fails as one: through port or handler once, and what is left of its
 * elements is dropped. Of a task all elements run, and the worst is its outcome.
 */

/** The list is known: opens the inner batch, and offers the elements in their order. */
export function openEach(draft: Draft, step: StepPlan, item: WorkItem, elements: readonly Json[]): void {
  const batch = draft.count("batch");
  const outer = item.lineage;
  keepOpen(draft, outer.scope, 1);
  const opened: Batch = { step: step.index, outer, members: elements.length, live: 0, joins: undefined };
  draft.run.batches = put(draft.run.batches, batch, opened, natural);
  draft.closing.add(batch);
  draft.notice({ kind: "batch", step: step.id, change: "open", members: elements.length });
  const copy = draft.touch(step);
  const counted = copy.each?.open === undefined ? { total: 0, done: 0, failed: 0 } : copy.each;
  copy.each = {
    open: put(copy.each?.open, batch, { item, total: elements.length, results: undefined, worst: null }, natural),
    total: counted.total + elements.length,
    done: counted.done,
    failed: counted.failed,
  };
  const scope = [...outer.scope, batch];
  for (const [index, element] of elements.entries()) {
    if (draft.ended) return;
    const lineage = {
      scope,
      elements: [...outer.elements, { item: element, index }],
      trail: outer.trail,
      recoveries: outer.recoveries,
    };
    offerElement(draft, step, { ...newItem(draft, step, item.trigger, lineage), each: elementPart });
  }
}

const elementPart: EachPart = { kind: "element" };

/** Under a cancel and at the end clean-up goes on (T41), everything else is set aside or ends. */
function offerElement(draft: Draft, step: StepPlan, item: WorkItem): void {
  if (!step.step.always || (draft.run.cancel === null && draft.run.ending === null)) return offer(draft, step, item);
  const copy = draft.touch(step);
  copy.queue = arrive(copy.queue, item);
  draft.add("queued", 1);
}

/** Inner batches closed: their items go on. Answers whether there were any. */
export function finishLists(draft: Draft): boolean {
  if (draft.closedLists.length === 0) return false;
  for (const { step, open } of draft.closedLists.splice(0)) {
    if (draft.ended || open.item === null) continue;
    if (open.worst === null) gather(draft, step, open.item, open);
    else endWithWorst(draft, step, open.item, open.worst);
  }
  return true;
}

/** At the head of its queue: it has been waiting for longest. */
function gather(draft: Draft, step: StepPlan, item: WorkItem, { results }: OpenEach): void {
  const whole: WorkItem = { ...item, each: { kind: "gather", results } };
  if (draft.run.cancel !== null && !step.step.always) return setAside(draft, step, whole);
  const copy = draft.touch(step);
  copy.queue = comeBack(copy.queue, [whole]);
  draft.add("queued", 1);
}

/** A task is as bad as its worst element; a cancelled one begins anew with a resume (T26). */
function endWithWorst(draft: Draft, step: StepPlan, item: WorkItem, worst: FailedElement): void {
  const trail = extendTrail(item.lineage.trail, step.id, worst.seq, worst.attempt);
  const copy = draft.touch(step);
  copy.lastOutcome = worst.outcome;
  const exit = worst.exit === undefined ? {} : { exit: worst.exit };
  endTask(draft, step, { kind: "ended", outcome: worst.outcome, trail, ...exit });
  if (worst.outcome === "cancellation") return setAside(draft, step, begunAnew(item));
  const recovery = worst.data === null ? undefined : recoveryOf(step, { ...item.lineage, trail });
  endItem(draft, item);
  if (recovery !== undefined) routeEvent(draft, { type: recovery.type, data: worst.data }, recovery);
}
