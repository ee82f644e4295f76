import type { Draft } from "./draft.ts";
import { partOf } from "./eachPart.ts";
import { find, natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Lineage, Trigger, WorkItem } from "./workItem.ts";

/** A new delivery of work. Its innermost batch stays open until it ends (R32). */
export function newItem(draft: Draft, step: StepPlan, trigger: Trigger, lineage: Lineage): WorkItem {
  keepOpen(draft, lineage.scope, 1);
  return {
    number: draft.count("item"),
    trigger,
    lineage,
    attempt: 1,
    failures: 0,
    corrections: 0,
    firstAttemptAt: null,
    lastFailure: null,
    once: noValues,
    waiters: noWaiters,
    each: partOf(step),
    instance: null,
  };
}

/** Nothing more comes of the item itself; what it returned is counted by its own items. */
export function endItem(draft: Draft, item: WorkItem): void {
  keepOpen(draft, item.lineage.scope, -1);
}

/** Counts what is directly in the innermost batch or instance of a scope: items, and batches inside it. */
export function keepOpen(draft: Draft, scope: readonly number[], difference: 1 | -1): void {
  const innermost = scope[scope.length - 1];
  if (innermost === undefined) return;
  const batch = find(draft.run.batches, innermost, natural);
  if (batch === undefined) return keepInstanceOpen(draft, innermost, difference);
  const live = batch.live + difference;
  draft.run.batches = put(
    draft.run.batches,
    innermost,
    { step: batch.step, outer: batch.outer, members: batch.members, live, joins: batch.joins },
    natural,
  );
  if (live === 0) draft.closing.add(innermost);
}

function keepInstanceOpen(draft: Draft, number: number, difference: 1 | -1): void {
  const instance = find(draft.run.instances, number, natural);
  // What an ended one held is gone already.
  if (instance === undefined || instance.end !== null) return;
  const live = instance.live + difference;
  draft.run.instances = put(draft.run.instances, number, { ...instance, live }, natural);
  if (live === 0) draft.closing.add(number);
}

const noValues: WorkItem["once"] = {};
const noWaiters: WorkItem["waiters"] = [];
