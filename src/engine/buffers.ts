import { deepEqual } from "./deepEqual.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import type { Did } from "./judge.ts";
import { ownEntry } from "./ownEntry.ts";
import { entries, find, first, natural, put, remove, type SortedMap } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Execution, StepState } from "./stepState.ts";
import { scopeName } from "./workItem.ts";

/*
 * Buffers belong to a step and a scope, so that parallel batches do not mix (R28). An execution sees them as they
 * were at its dispatch; what it did to them counts with its success and only while they are still the same (R26, R27).
 */

const noBuffers: Readonly<Record<string, SortedMap<number, Event>>> = {};
const nothingSeen: Readonly<Record<string, number>> = {};

/** `default`, or in a batch `default@b1/b2`. */
export function bufferKey(name: string, scope: readonly number[]): string {
  return scope.length === 0 ? name : `${name}@${scopeName(scope)}`;
}

export function versionsInScope(
  state: Readonly<StepState>,
  scope: readonly number[],
): Readonly<Record<string, number>> {
  if (state.buffers === undefined) return nothingSeen;
  const inScope = [...entries(state.buffers)].filter(([key]) => nameInScope(key, scope) !== undefined);
  return Object.fromEntries(inScope.map(([key, { version }]) => [key, version]));
}

/** By name: the buffers that an execution of this scope sees. */
export function buffersInScope(
  state: Readonly<StepState>,
  scope: readonly number[],
): Readonly<Record<string, SortedMap<number, Event>>> {
  if (state.buffers === undefined) return noBuffers;
  const seen = [...entries(state.buffers)].flatMap(([key, { members }]) => {
    const name = nameInScope(key, scope);
    return name === undefined ? [] : [[name, members] as const];
  });
  return Object.fromEntries(seen);
}

/** Whether a buffer that the execution read or changed is another one now (R27). */
export function isStale(draft: Draft, step: StepPlan, execution: Execution, did: Did): boolean {
  if (did.collects.length === 0 && did.consumes.length === 0) return false;
  const { buffers } = draft.peek(step);
  const used = new Set([...did.collects, ...did.consumes].map(({ buffer }) => buffer));
  for (const name of used) {
    const key = bufferKey(name, execution.item.lineage.scope);
    if (find(buffers, key, natural)?.version !== ownEntry(execution.saw, key)) return true;
  }
  return false;
}

/** Takes what was consumed and adds what was collected, as one (R26). */
export function applyToBuffers(draft: Draft, step: StepPlan, execution: Execution, did: Did): void {
  if (did.collects.length === 0 && did.consumes.length === 0) return;
  const { scope } = execution.item.lineage;
  const changed = new Map<string, SortedMap<number, Event>>();
  const membersOf = (name: string) => {
    const key = bufferKey(name, scope);
    return changed.has(key) ? changed.get(key) : find(draft.peek(step).buffers, key, natural)?.members;
  };
  for (const { buffer, events } of did.consumes) {
    changed.set(bufferKey(buffer, scope), withoutConsumed(membersOf(buffer), events));
  }
  for (const { buffer, event } of did.collects) {
    changed.set(bufferKey(buffer, scope), put(membersOf(buffer), draft.count("version"), event, natural));
  }
  for (const [key, members] of changed) {
    const copy = draft.touch(step);
    copy.buffers =
      members === undefined
        ? remove(copy.buffers, key, natural)
        : put(copy.buffers, key, { members, version: draft.count("version") }, natural);
  }
}

/** Removes the first n members, or the first of each value. */
function withoutConsumed(
  members: SortedMap<number, Event>,
  events: number | readonly Event[],
): SortedMap<number, Event> {
  let left = members;
  if (typeof events === "number") {
    for (let taken = 0; taken < events && left !== undefined; taken++) {
      const member = first(left);
      if (member !== undefined) left = remove(left, member.key, natural);
    }
    return left;
  }
  for (const event of events) {
    for (const [key, member] of entries(left)) {
      if (member.type !== event.type || !deepEqual(member.data, event.data)) continue;
      left = remove(left, key, natural);
      break;
    }
  }
  return left;
}

/** The name of a buffer when it belongs to this scope. */
function nameInScope(key: string, scope: readonly number[]): string | undefined {
  const suffix = scope.length === 0 ? "" : `@${scopeName(scope)}`;
  const name = key.slice(0, key.length - suffix.length);
  return key.endsWith(suffix) && !name.includes("@") ? name : undefined;
}
