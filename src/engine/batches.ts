import { offer } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { settleInstance } from "./endInstance.ts";
import type { Event } from "./event.ts";
import { keepOpen, newItem } from "./items.ts";
import { joinLineages } from "./lineage.ts";
import { joinedEvent } from "./oneOfEach.ts";
import { lengthOf, push, toArray } from "./persistent/queue.ts";
import { entries, find, natural, put, remove, sizeOf } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Batch, BatchJoin, Member } from "./runState.ts";
import type { OpenEach } from "./stepState.ts";
import type { Lineage } from "./workItem.ts";

type BatchJoinPlan = Extract<StepPlan["join"], { kind: "batch" }>;

/** An execution returned a list: everything that comes of it is in this batch (R31). Answers the lineage of each member. */
export function openBatch(
  draft: Draft,
  step: StepPlan,
  events: readonly Event[],
  outer: Lineage,
): readonly { readonly event: Event; readonly lineage: Lineage }[] {
  const batch = draft.count("batch");
  keepOpen(draft, outer.scope, 1);
  const opened: Batch = { step: step.index, outer, members: events.length, live: 0, joins: undefined };
  draft.run.batches = put(draft.run.batches, batch, opened, natural);
  draft.closing.add(batch);
  draft.notice({ kind: "batch", step: step.id, change: "open", members: events.length });
  const scope = [...outer.scope, batch];
  return events.map((event, index) => ({
    event,
    lineage: {
      scope,
      elements: [...outer.elements, { item: event.data ?? null, index }],
      trail: outer.trail,
      recoveries: outer.recoveries,
    },
  }));
}

/** A member reached a batch join (R30). Answers false when it is in no batch. */
export function gatherMember(draft: Draft, step: StepPlan, event: Event, lineage: Lineage): boolean {
  const { join } = step;
  const innermost = lineage.scope[lineage.scope.length - 1];
  const batch = innermost === undefined ? undefined : find(draft.run.batches, innermost, natural);
  if (join.kind !== "batch" || innermost === undefined || batch === undefined) return false;
  const held = find(batch.joins, step.index, natural) ?? noMembers;
  if (held.fired) return true;
  const member = { event: joinedEvent(event, lineage), lineage, arrival: draft.count("version") };
  const gathered: BatchJoin = { fired: false, members: push(held.members, member) };
  const complete = lengthOf(gathered.members) >= join.take;
  const joins = put(batch.joins, step.index, complete ? { ...gathered, fired: true } : gathered, natural);
  draft.run.batches = put(
    draft.run.batches,
    innermost,
    { step: batch.step, outer: batch.outer, members: batch.members, live: batch.live, joins },
    natural,
  );
  if (complete) fire(draft, step, join, batch, gathered.members);
  return true;
}

/**
 * Closes batches in which nothing is live any more, inner ones first: each bound join fires once, also with none
 * (R32, R33). Instances settle with them (R79).
 */
export function closeBatches(draft: Draft): void {
  while (draft.closing.size > 0 && !draft.ended) {
    const number = Math.max(...draft.closing);
    draft.closing.delete(number);
    const batch = find(draft.run.batches, number, natural);
    if (batch === undefined) settleInstance(draft, number);
    else if (batch.live === 0) closeBatch(draft, number, batch);
  }
}

function closeBatch(draft: Draft, number: number, batch: Batch): void {
  draft.run.batches = remove(draft.run.batches, number, natural);
  const opener = draft.stepAt(batch.step);
  const list = takeList(draft, opener, number);
  const joins = joinsOf(draft, opener, batch);
  const members = list
    ? sizeOf(list.results)
    : joins.reduce((sum, { gathered }) => sum + lengthOf(gathered.members), 0);
  draft.notice({ kind: "batch", step: opener.id, change: "close", members });
  for (const { step, join, gathered } of joins) {
    if (!gathered.fired) fire(draft, step, join, batch, gathered.members);
  }
  if (list !== undefined) draft.closedLists.push({ step: opener, open: list });
  // After its joins, which keep the batch around it open, as does the item of a list.
  keepOpen(draft, batch.outer.scope, -1);
}

/** The list of a `forEach` whose inner batch this is (R72). */
function takeList(draft: Draft, step: StepPlan, batch: number): OpenEach | undefined {
  const open = find(draft.peek(step).each?.open, batch, natural);
  if (open === undefined) return undefined;
  const copy = draft.touch(step);
  if (copy.each !== null) copy.each = { ...copy.each, open: remove(copy.each.open, batch, natural) };
  return open;
}

interface BoundJoin {
  readonly step: StepPlan;
  readonly join: BatchJoinPlan;
  readonly gathered: BatchJoin;
}

/** In declaration order: those that the graph binds to the opener, and any other that members reached. */
function joinsOf(draft: Draft, opener: StepPlan, batch: Batch): readonly BoundJoin[] {
  const found = new Map<number, BatchJoin>(entries(batch.joins));
  for (const { index } of opener.scope.boundJoins(opener)) if (!found.has(index)) found.set(index, noMembers);
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([index, gathered]) => {
      const step = draft.stepAt(index);
      return step.join.kind === "batch" ? [{ step, join: step.join, gathered }] : [];
    });
}

/** The work item of a join has the scope outside the batch (R34). */
function fire(draft: Draft, step: StepPlan, join: BatchJoinPlan, batch: Batch, members: BatchJoin["members"]): void {
  const inOrder = join.order === "list" ? inListOrder(members) : toArray(members);
  const lineage = joinLineages(
    batch.outer,
    inOrder.map((member) => member.lineage),
  );
  offer(draft, step, newItem(draft, step, { kind: "batch", events: inOrder.map(({ event }) => event) }, lineage));
}

/** In the order of the list that opened the batch, those of one line as they arrived. */
export function inListOrder(members: BatchJoin["members"]): readonly Member[] {
  return toArray(members).sort((a, b) => placeOf(a) - placeOf(b) || a.arrival - b.arrival);
}

/** The place in that list, from 0. */
export function placeOf({ lineage: { elements } }: Member): number {
  return elements[elements.length - 1]?.index ?? 0;
}

const noMembers: BatchJoin = { fired: false, members: undefined };
