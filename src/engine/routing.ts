import type { StepId } from "../workflow/workflow.ts";
import { gatherMember } from "./batches.ts";
import { offer } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { endInstance } from "./endInstance.ts";
import { endRun } from "./ending.ts";
import type { Event } from "./event.ts";
import { instanceIn, scopeOfLine } from "./instances.ts";
import { newItem } from "./items.ts";
import { gatherOneOfEach } from "./oneOfEach.ts";
import { portType, type ScopePlan, type StepPlan } from "./plan.ts";
import { offerToWaiters } from "./waiting.ts";
import type { Lineage } from "./workItem.ts";

export interface Routing {
  readonly lineage: Lineage;
  /** Only this step is concerned (R4). */
  readonly to?: StepId;
  /** The `Start` that begins a run with tasks is never `unhandled` (R64). */
  readonly begins?: true;
  /** It came while only clean-up went on any more (T41). */
  readonly late?: true;
}

/** Offers an event to waiters, then to steps, both in declaration order (R1 to R5). `Stop` ends the run (R40). */
export function routeEvent(draft: Draft, event: Event, routing: Routing): void {
  const scope = scopeOfLine(draft, routing.lineage);
  if (draft.ended || scope === undefined) return;
  if (event.type === "Stop") return stop(draft, event, routing);
  const taken = take(draft, event, routing, []);
  if (routing.late) return taken.woken ? undefined : unhandled(draft, event, routing, tooLate);
  if (taken.by || (routing.begins && scope.tasks.length > 0)) return;
  unhandled(draft, event, routing, taken.reason ?? nobodyTakes(draft, scope, routing.to));
}

const tooLate = "the run is ending, and only its clean-up goes on";

function unhandled(draft: Draft, { type }: Event, { to }: Routing, reason: string): void {
  draft.notice({ kind: "unhandled", type, ...(to !== undefined && { to }), reason });
}

/** So many types are named to a person who wonders why an event was not taken. */
const typesShown = 8;

/** What would be taken instead (R5). Its cost does not grow with the workflow. */
function nobodyTakes(draft: Draft, { acceptors }: ScopePlan, to: StepId | undefined): string {
  if (to !== undefined && !draft.plan.byId.has(to)) return `there is no step ${to}`;
  const accepted = to === undefined ? acceptors.keys() : (draft.plan.byId.get(to)?.step.accepts ?? []);
  const types: string[] = [];
  for (const type of accepted) {
    if (types.push(type) > typesShown) break;
  }
  if (types.length === 0) return `no step waits for it${to === undefined ? "" : `, and ${to} accepts no events`}`;
  const shown = types.length > typesShown ? [...types.slice(0, typesShown), "…"] : types;
  return `no step waits for it; ${to ?? "steps"} accept${to === undefined ? "" : "s"} ${shown.join(", ")}`;
}

/** The data of `Stop` is the result; it is the last that is published (R40). Inside a workflow it ends only that (R79). */
function stop(draft: Draft, event: Event, routing: Routing): void {
  if (routing.late) return unhandled(draft, event, routing, tooLate);
  if (draft.run.ending !== null) return;
  const end = { outcome: "success", ...(event.data !== undefined && { result: event.data }) } as const;
  const instance = instanceIn(draft.run, routing.lineage.scope);
  if (instance !== undefined) return endInstance(draft, instance, end);
  draft.notice({ kind: "publish", event });
  endRun(draft, end);
}

interface Taken {
  by: boolean;
  /** By a step that waited for it. */
  readonly woken: boolean;
  reason?: string;
}

function take(draft: Draft, event: Event, routing: Routing, passed: readonly StepPlan[]): Taken {
  const woken = offerToWaiters(draft, event, routing);
  const taken: Taken = { by: woken.size > 0, woken: woken.size > 0 };
  for (const step of scopeOfLine(draft, routing.lineage)?.acceptors.get(event.type) ?? []) {
    if (draft.ended || scopeOfLine(draft, routing.lineage) === undefined) return { ...taken, by: true };
    if ((routing.to !== undefined && step.id !== routing.to) || woken.has(step.index)) continue;
    if (step.step.disabled) taken.by = passOn(draft, event, step, routing, passed) || taken.by;
    else if (step.join.kind === "each") {
      offer(draft, step, newItem(draft, step, { kind: "event", event }, routing.lineage));
      taken.by = true;
    } else if (step.join.kind === "one-of-each") {
      gatherOneOfEach(draft, step, event, routing.lineage);
      taken.by = true;
    } else if (gatherMember(draft, step, event, routing.lineage)) taken.by = true;
    else taken.reason = `${step.id} gathers members of a batch, and this event is in none`;
  }
  return taken;
}

/** A disabled step passes its event on through `done` when that port is wired, and else lets it end. */
function passOn(draft: Draft, event: Event, step: StepPlan, routing: Routing, passed: readonly StepPlan[]): boolean {
  const type = portType(step.step, "done");
  if (type === undefined || passed.includes(step)) return true;
  const next: Event = { ...event, type };
  if (type === "Stop") {
    stop(draft, next, routing);
    return true;
  }
  return take(draft, next, { lineage: routing.lineage }, [...passed, step]).by;
}
