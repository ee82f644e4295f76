import type { Json } from "../workflow/json.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import { advance } from "./advance.ts";
import { closeBatches } from "./batches.ts";
import type { Draft } from "./draft.ts";
import { endElement, isElement } from "./elements.ts";
import { leaveInstance } from "./endInstance.ts";
import type { Event } from "./event.ts";
import { changeInstance, instanceAt, instanceIn } from "./instances.ts";
import { endItem } from "./items.ts";
import type { Did, Returned } from "./judge.ts";
import { first } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Exit } from "./result.ts";
import { type Routing, routeEvent } from "./routing.ts";
import { changeStoreOf } from "./storeOf.ts";
import { endTask } from "./taskEnding.ts";
import { extendTrail } from "./trail.ts";
import { dropWaiters } from "./waiting.ts";
import type { Lineage, WorkItem } from "./workItem.ts";

/** A work item succeeded: its worker is free already, and what it used of buffers is applied. */
export function complete(
  draft: Draft,
  step: StepPlan,
  item: WorkItem,
  success: { readonly value: Returned; readonly data?: Json; readonly did: Did },
): void {
  const { value, data, did } = success;
  dropWaiters(draft, step, item, "all");
  for (const { path, value: set } of did.sets) changeStoreOf(draft, item.lineage.scope, path, set);
  leaveInstance(draft, item);
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
  if (step.step.kind === "stop" && step.step.config?.when === "settled") {
    return keepForTheEnd(draft, step, value, lineage);
  }
  const sent: (Routing & { readonly event: Event })[] = sendsOf(step, did, lineage);
  const stop = sent.find(({ event }) => isStop(event))?.event ?? eventsOf(value).find(isStop);
  // Nothing begins any more when the run ends here: no ready task, nothing of the step's own queue (R40).
  if (stop !== undefined) {
    routeEvent(draft, stop, { lineage });
    return endedInside(draft, step);
  }
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
  const sent = sendsOf(step, did, lineage);
  const stop = sent.find(({ event }) => isStop(event));
  if (stop !== undefined) {
    routeEvent(draft, stop.event, { lineage });
    return endedInside(draft, step);
  }
  // The last element: its worker goes to the item that hands on the list, before what is queued (R72).
  if (sent.length === 0) closeBatches(draft);
  advance(draft, { own: step, events: sent });
}

/** Held sends; addresses name steps of the workflow that the sender belongs to. */
function sendsOf({ scope }: StepPlan, { sends }: Did, lineage: Lineage) {
  return sends.map(({ event, to }) => ({
    event,
    lineage,
    ...(to !== undefined && { to: pathIn(scope.path, to) }),
  }));
}

/** Of a matrix that succeeded, the exit of its first element (T6). */
function firstExit({ each }: WorkItem): Exit | undefined {
  return each?.kind === "gather" ? first(each.results)?.value.exit : undefined;
}

/** Only an instance ended, and the run goes on (R79). */
function endedInside(draft: Draft, step: StepPlan): void {
  if (!draft.ended && draft.run.ending === null) advance(draft, { own: step });
}

/** Takes effect when the run, or the instance, settles; the first result stands (R75). */
function keepForTheEnd(draft: Draft, step: StepPlan, value: Returned, { scope }: Lineage): void {
  const stop = value !== null && !isList(value) ? value : undefined;
  const settledResult = stop?.data === undefined ? {} : { result: stop.data };
  const within = instanceIn(draft.run, scope);
  if (within === undefined) draft.run.settledResult ??= settledResult;
  else if (instanceAt(draft.run, within)?.settledResult === null) changeInstance(draft, within, { settledResult });
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
