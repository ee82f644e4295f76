import type { Json } from "../workflow/json.ts";
import type { EventType } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import { entries, find, natural, put, remove, type SortedMap } from "./persistent/sortedMap.ts";
import type { Waiter } from "./stepState.ts";

/*
 * Open waiters, found without looking at those that cannot match: by type, then by the value of the first key of
 * their `where` (`Answer` with `where {ask}`: one look-up, however many questions are open), then in the order of
 * R1. What is found may still not match by its other keys.
 */

/** By event type. */
export type Awaited = SortedMap<EventType, Awaiting>;
/** By the key that `where` begins with, `.key`; those without `where` under the empty text. */
type Awaiting = SortedMap<string, SortedMap<string, Waiting>>;
/** By step, then in the order in which they were made. */
type Waiting = SortedMap<number, AwaitedEntry>;

export interface AwaitedEntry {
  readonly step: number;
  readonly waiter: string;
}

/** More waiters than a run can make. */
const perStep = 2 ** 40;

export function listWaiter(awaited: Awaited, step: number, waiter: Waiter): Awaited {
  const { key, token } = placeOf(waiter);
  const awaiting = find(awaited, waiter.type, natural);
  const tokens = find(awaiting, key, natural);
  const waiting = find(tokens, token, natural);
  const listed = put(waiting, step * perStep + waiter.generation, { step, waiter: waiter.id }, natural);
  return put(awaited, waiter.type, put(awaiting, key, put(tokens, token, listed, natural), natural), natural);
}

export function unlistWaiter(awaited: Awaited, step: number, waiter: Waiter): Awaited {
  const { key, token } = placeOf(waiter);
  const awaiting = find(awaited, waiter.type, natural);
  const tokens = find(awaiting, key, natural);
  const waiting = remove(find(tokens, token, natural), step * perStep + waiter.generation, natural);
  const leftTokens = replaced(tokens, token, waiting);
  return replaced(awaited, waiter.type, replaced(awaiting, key, leftTokens));
}

function replaced<V>(map: SortedMap<string, V>, key: string, value: V | undefined): SortedMap<string, V> {
  return value === undefined ? remove(map, key, natural) : put(map, key, value, natural);
}

/** Waiters that may match, in the order of R1. `step`: only those of this one. */
export function waitersFor(awaited: Awaited, event: Event, step?: number): readonly AwaitedEntry[] {
  const found: (readonly [number, AwaitedEntry])[] = [];
  for (const [key, tokens] of entries(find(awaited, event.type, natural))) {
    const token = key === "" ? "" : tokenAt(event.data, key.slice(1));
    const waiting = token === undefined ? undefined : find(tokens, token, natural);
    if (waiting === undefined) continue;
    const from = step === undefined ? undefined : { key: step * perStep, compare: natural<number> };
    for (const entry of entries(waiting, from)) {
      if (step !== undefined && entry[1].step !== step) break;
      found.push(entry);
    }
  }
  // Each bucket is in order already; of one there is mostly nothing else.
  if (found.length > 1) found.sort(([a], [b]) => a - b);
  return found.map(([, entry]) => entry);
}

function placeOf({ where }: Waiter): { readonly key: string; readonly token: string } {
  const [first] = Object.entries(where ?? {});
  return first === undefined ? { key: "", token: "" } : { key: `.${first[0]}`, token: tokenOf(first[1]) };
}

/** Absent is not `null` (R1). */
function tokenAt(data: Json | undefined, key: string): string | undefined {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, key)) return undefined;
  const value = (data as Readonly<Record<string, Json>>)[key];
  return value === undefined ? undefined : tokenOf(value);
}

/** Equal values have equal tokens; objects all have the same one. */
function tokenOf(value: Json): string {
  return typeof value === "object" && value !== null ? "object" : JSON.stringify(value);
}
