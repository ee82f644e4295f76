import type { Json } from "../workflow/json.ts";
import { advance } from "./advance.ts";
import { closeBatches } from "./batches.ts";
import type { Draft } from "./draft.ts";
import { endElement, isElement } from "./elements.ts";
import type { Event } from "./event.ts";
import { endItem } from "./items.ts";
import type { Did, Returned } from "./judge.ts";
import { first } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Exit } from "./result.ts";
import { routeEvent } from "./routing.ts";
import { endTask } from "./taskEnding.ts";
import { extendTrail } from "./trail.ts";
import { dropWaiters } from "./waiting.ts";
import type { WorkItem } from "./workItem.ts";

/** A work item succeeded: its worker is free already, and what it used of buffers is applied. */
export function complete(
  draft: Draft,
  step: StepPlan,
  item: WorkItem,
  success: { readonly value: Returned; readonly data?: Json; readonly did: Did },
): void {
  const { value, data, did } = success;
  dropWaiters(draft, step, item, "all");
  if (isElement(item)) return completeElement(draft, step, item, success);
  endItem(draft, item);
  const trail = extendTrail(item.lineage.trail, step.id, draft.tick.seq, item.attempt);
  const copy = draft.touch(step);
  copy.lastOutcome = "success";
  copy.lastFailure = null;
  if (step.task !== undefined) {
    const output = did.output ?? data;
    const exit = did.exit ?? firstExit(item);
    endTask(draft, step, {
      kind: "ended",
      outcome: "success",
      trail,
      ...(output !== undefined && { output }),
      ...(exit !== undefined && { exit }),
    });
  }
  const { scope, elements, recoveries } = item.lineage;
  const lineage = { scope, elements, trail, recoveries };
  if (step.step.kind === "stop" && step.step.config?.when === "settled") return keepForTheEnd(draft, step, value);
  const sent = did.sends.map(({ event, to }) => ({ event, lineage, ...(to !== undefined && { to }) }));
  const stop = sent.find(({ event }) => isStop(event))?.event ?? eventsOf(value).find(isStop);
  // Nothing begins any more when the run ends here: no ready task, nothing of the step's own queue (R40).
  if (stop !== undefined) return routeEvent(draft, stop, { lineage });
  if (isList(value))
    return advance(draft, { own: step, events: sent, batch: { opener: step, events: value, lineage } });
  if (value !== null) sent.push({ event: value, lineage });
  advance(draft, { own: step, events: sent });
}

/** What it returned is its result; only what it sent goes on, inside the inner batch (R72). */
function completeElement(
  draft: Draft,
  step: StepPlan,
  item: WorkItem,
  { data, did }: { readonly data?: Json; readonly did: Did },
): void {
  const trail = extendTrail(item.lineage.trail, step.id, draft.tick.seq, item.attempt);
  const copy = draft.touch(step);
  copy.lastOutcome = "success";
  copy.lastFailure = null;
  const result = {
    ...(data !== undefined && { data }),
    ...(did.output !== undefined && { output: did.output }),
    ...(did.exit !== undefined && { exit: did.exit }),
  };
  endElement(draft, step, item, { result });
  const lineage = { ...item.lineage, trail };
  const sent = did.sends.map(({ event, to }) => ({ event, lineage, ...(to !== undefined && { to }) }));
  const stop = sent.find(({ event }) => isStop(event));
  if (stop !== undefined) return routeEvent(draft, stop.event, { lineage });
  // The last element: its worker goes to the item that hands on the list, before what is queued (R72).
  if (sent.length === 0) closeBatches(draft);
  advance(draft, { own: step, events: sent });
}

/** Of a matrix that succeeded, the exit of its first element (T6). */
function firstExit({ each }: WorkItem): Exit | undefined {
  return each?.kind === "gather" ? first(each.results)?.value.exit : undefined;
}

/** Takes effect when the run settles; the first result stands (R75). */
function keepForTheEnd(draft: Draft, step: StepPlan, value: Returned): void {
  const stop = value !== null && !isList(value) ? value : undefined;
  draft.run.settledResult ??= stop?.data === undefined ? {} : { result: stop.data };
  advance(draft, { own: step });
}

function isList(value: Returned): value is readonly Event[] {
  return Array.isArray(value);
}

function isStop({ type }: Event): boolean {
  return type === "Stop";
}

function eventsOf(value: Returned): readonly Event[] {
  if (value === null) return [];
  return isList(value) ? value : [value];
}
