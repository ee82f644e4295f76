import { advance } from "./advance.ts";
import { setWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import { findExecution } from "./inFlight.ts";
import { lineIn, openInstances } from "./instances.ts";
import { isEvent } from "./judge.ts";
import { values } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Routing } from "./routing.ts";
import type { Tick } from "./tick.ts";
import { matches } from "./waiting.ts";
import { type Lineage, noLineage } from "./workItem.ts";

/** An event from outside, or from a running step: then delivered once per key (R16). Before the start it means nothing (R64). */
export function addEvent(draft: Draft, tick: Extract<Tick, { kind: "event-added" }>): void {
  if (draft.run.lifecycle === "planned" || !isEvent(tick.event)) return draft.ignore();
  const lineage = tick.from === undefined ? noLineage : takeSend(draft, tick.from);
  if (lineage === undefined) return draft.ignore();
  const addressed = tick.to === undefined ? undefined : draft.plan.byId.get(tick.to);
  if (tick.to === undefined || tick.from !== undefined || addressed?.scope.owner === undefined) {
    const isLate = draft.run.ending !== null;
    const routing = { lineage, ...(tick.to !== undefined && { to: tick.to }), ...(isLate && { late: true as const }) };
    return advance(draft, { events: [{ event: tick.event, ...routing }] });
  }
  advance(draft, { events: intoInstances(draft, tick.event, addressed) });
}

/**
 * From outside, to a step of a workflow inside the workflow (R79): its waiters take it, in whatever instance they
 * stand. When none does, the step gets it in every open instance.
 */
function intoInstances(draft: Draft, event: Event, step: StepPlan): readonly (Routing & { readonly event: Event })[] {
  const to = step.id;
  const open = openInstances(draft, step.scope);
  const accepts = step.step.accepts?.includes(event.type) ?? false;
  if (!accepts || open.length === 0 || isAwaited(draft, step, event)) return [{ event, lineage: noLineage, to }];
  return open.map(([, instance]) => ({ event, lineage: lineIn(instance), to }));
}

function isAwaited(draft: Draft, step: StepPlan, event: Event): boolean {
  return [...values(draft.peek(step).waiters)].some(
    (waiter) => waiter.state.kind === "open" && waiter.type === event.type && matches(waiter, event),
  );
}

/** What the sender hands down; `undefined` when it is gone, or this send was taken before. */
function takeSend(draft: Draft, from: { readonly execution: string; readonly index: number }): Lineage | undefined {
  const found = findExecution(draft, from.execution);
  if (found === undefined || from.index < found.execution.sends) return undefined;
  const { step, execution } = found;
  setWorker(draft, step, execution.worker, { ...execution, sends: from.index + 1 });
  return execution.item.lineage;
}
