import type { Json } from "../workflow/json.ts";
import type { EachPart } from "./eachPart.ts";
import type { Element, JoinedEvent, TriggerEvent } from "./effect.ts";
import type { Event } from "./event.ts";
import type { Failure } from "./failure.ts";
import type { ItemId } from "./tick.ts";
import type { Trail } from "./trail.ts";

/** What a work item is about. */
export type Trigger =
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "batch" | "one-of-each"; readonly events: readonly JoinedEvent[] }
  | { readonly kind: "task" };

/** What everything that an execution returns or sends inherits from its work item. */
export interface Lineage {
  /** The batches it is in, outermost first. */
  readonly scope: readonly number[];
  /** The element that opened its line in each of these batches (R71). */
  readonly elements: readonly Element[];
  readonly trail: Trail;
  /** How often a failure of this line was handled, by port (`step`) or handler (`step!`) (R23). */
  readonly recoveries: Readonly<Record<string, number>>;
}

/**
 * One delivery of work to a step. It stands in exactly one place: queued, delayed, running, suspended, parked, set
 * aside, or with the inner batch that it opened.
 */
export interface WorkItem {
  /** Counts arrivals in the run, from 1. */
  readonly number: number;
  readonly trigger: Trigger;
  readonly lineage: Lineage;
  /** The number of its current attempt, from 1. */
  readonly attempt: number;
  readonly failures: number;
  /** Corrections of an agent's answer, which are no failures (T39). */
  readonly corrections: number;
  /** `null` until it is dispatched; 0 is a time (R21). */
  readonly firstAttemptAt: number | null;
  readonly lastFailure: Failure | null;
  /** Recorded values of `ctx.once` (R18). */
  readonly once: Readonly<Record<string, Json>>;
  /** Ids of its waiters, in the order in which they were made. */
  readonly waiters: readonly string[];
  /** Of a step with `forEach`; else `null`. */
  readonly each: EachPart | null;
  /** The workflow that it began (R79), which outlives interruptions of its executions. */
  readonly instance: number | null;
}

export const noLineage: Lineage = { scope: [], elements: [], trail: undefined, recoveries: {} };

export function itemId(number: number): ItemId {
  return `i${number}`;
}

/** How lines of the trace name it: an event type, `[n]` for a join; a task has no name. */
export function triggerName(trigger: Trigger): string | undefined {
  switch (trigger.kind) {
    case "event":
      return trigger.event.type;
    case "task":
      return undefined;
    default:
      return `[${trigger.events.length}]`;
  }
}

/** What the executor gets as `event`. */
export function triggerEvent(trigger: Trigger): TriggerEvent | undefined {
  switch (trigger.kind) {
    case "event":
      return trigger.event;
    case "task":
      return undefined;
    case "batch":
      return { type: "Batch", events: trigger.events };
    case "one-of-each":
      return {
        type: "OneOfEach",
        events: trigger.events,
        by: Object.fromEntries(trigger.events.map((event) => [event.type, event])),
      };
  }
}

/** The item with its first dispatch noted. Field by field, as in `copies.ts`. */
export function begunAt(item: WorkItem, at: number): WorkItem {
  if (item.firstAttemptAt !== null) return item;
  return {
    number: item.number,
    trigger: item.trigger,
    lineage: item.lineage,
    attempt: item.attempt,
    failures: item.failures,
    corrections: item.corrections,
    firstAttemptAt: at,
    lastFailure: item.lastFailure,
    once: item.once,
    waiters: item.waiters,
    each: item.each,
    instance: item.instance,
  };
}

/** Begun anew, and never as a failure: a rerun after an interruption (R55). */
export function begunAnew(item: WorkItem): WorkItem {
  return { ...item, attempt: item.attempt + 1 };
}

/** `b1/b2`; empty outside all batches. */
export function scopeName(scope: readonly number[]): string {
  return scope.map((batch) => `b${batch}`).join("/");
}
