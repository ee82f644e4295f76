import type { Json } from "../workflow/json.ts";
import { closeBatches, openBatch } from "./batches.ts";
import { updateClaims } from "./capacity.ts";
import { drain, grantCapacity } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import { finishLists, openEach } from "./forEach.ts";
import type { StepPlan } from "./plan.ts";
import { type Routing, routeEvent } from "./routing.ts";
import { keepClock } from "./runClock.ts";
import { settle } from "./settling.ts";
import { decideTasks } from "./tasks.ts";
import type { Lineage, WorkItem } from "./workItem.ts";

/** What follows from a tick, to be carried out in the order of R52. */
export interface Onward {
  /** The step whose worker became free: its own queue goes first. */
  readonly own?: StepPlan;
  readonly events?: readonly (Routing & { readonly event: Event })[];
  /** The list of a `forEach` (R72). */
  readonly each?: { readonly step: StepPlan; readonly item: WorkItem; readonly elements: readonly Json[] };
  /** A returned list (R31). */
  readonly batch?: { readonly opener: StepPlan; readonly events: readonly Event[]; readonly lineage: Lineage };
}

/** The third phase of a reduction (R13): everything that follows, until nothing more can happen without a tick. */
export function advance(draft: Draft, onward: Onward = {}): void {
  finishLists(draft);
  decideTasks(draft);
  if (onward.own !== undefined) drain(draft, onward.own);
  if (onward.events !== undefined) for (const routed of onward.events) routeEvent(draft, routed.event, routed);
  if (onward.batch !== undefined && !draft.ended) {
    const { opener, events, lineage } = onward.batch;
    for (const member of openBatch(draft, opener, events, lineage)) {
      routeEvent(draft, member.event, { lineage: member.lineage });
    }
  }
  if (onward.each !== undefined && !draft.ended) {
    openEach(draft, onward.each.step, onward.each.item, onward.each.elements);
  }
  closeBatches(draft);
  while (finishLists(draft)) {
    decideTasks(draft);
    closeBatches(draft);
  }
  grantCapacity(draft);
  if (draft.ended) return;
  updateClaims(draft);
  draft.flushTimers();
  keepClock(draft);
  draft.flushTimers();
  settle(draft);
}
