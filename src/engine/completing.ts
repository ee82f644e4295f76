import type { Json } from "../workflow/json.ts";
import { advance } from "./advance.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import { endItem } from "./items.ts";
import type { Did, Returned } from "./judge.ts";
import type { StepPlan } from "./plan.ts";
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
  endItem(draft, item);
  const trail = extendTrail(item.lineage.trail, step.id, draft.tick.seq, item.attempt);
  const copy = draft.touch(step);
  copy.lastOutcome = "success";
  copy.lastFailure = null;
  if (step.task !== undefined) {
    const output = did.output ?? data;
    endTask(draft, step, {
      kind: "ended",
      outcome: "success",
      trail,
      ...(output !== undefined && { output }),
      ...(did.exit !== undefined && { exit: did.exit }),
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
