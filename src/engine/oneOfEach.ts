import { offer } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import type { JoinedEvent } from "./effect.ts";
import type { Event } from "./event.ts";
import { newItem } from "./items.ts";
import { joinLineages } from "./lineage.ts";
import { peek, push, type Queue, shift } from "./persistent/queue.ts";
import { find, natural, put, remove } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Gathered, Gathering } from "./stepState.ts";
import { type Lineage, scopeName } from "./workItem.ts";

/**
 * Per scope a queue for each accepted type; when each has one, one work item gets them in the order of `accepts`
 * (R29).
 */
export function gatherOneOfEach(draft: Draft, step: StepPlan, event: Event, lineage: Lineage): void {
  const types = step.step.accepts ?? [];
  const scope = scopeName(lineage.scope);
  const copy = draft.touch(step);
  const held: Gathering = find(copy.gathering, scope, natural) ?? {};
  const gathering: Record<string, Queue<Gathered>> = { ...held };
  gathering[event.type] = push(gathering[event.type], { event: joinedEvent(event, lineage), lineage });

  const set = types.map((type) => peek(gathering[type]));
  const complete = set.every((member) => member !== undefined);
  if (complete) for (const type of types) gathering[type] = shift(gathering[type]);
  const left = Object.entries(gathering).filter(([, queue]) => queue !== undefined);
  copy.gathering =
    left.length === 0
      ? remove(copy.gathering, scope, natural)
      : put(copy.gathering, scope, Object.fromEntries(left), natural);
  if (!complete) return;

  const members = set.filter((member) => member !== undefined);
  const joined = joinLineages(
    { ...lineage, trail: undefined, recoveries: {} },
    members.map((member) => member.lineage),
  );
  const events = members.map((member) => member.event);
  offer(draft, step, newItem(draft, step, { kind: "one-of-each", events }, joined));
}

/** A join hands on each member with the element that opened its line (R71). */
export function joinedEvent(event: Event, { elements }: Lineage): JoinedEvent {
  const element = elements[elements.length - 1];
  if (element === undefined) return event;
  const { item, index } = element;
  // A literal costs a tenth of a spread, and a batch has one for each member.
  return event.data === undefined
    ? { type: event.type, item, index }
    : { type: event.type, data: event.data, item, index };
}
