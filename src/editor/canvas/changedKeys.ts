/*
 * Tables of a thousand steps of which a few change many times a second: whoever makes the next table knows which, so
 * that nobody after it has to compare them all.
 */

/** How a table came about. The one before is not held: else each would keep all those before it. */
interface Origin {
  readonly before: WeakRef<object>;
  readonly changed: readonly string[];
}

const origins = new WeakMap<object, Origin>();

/** A copy of a table with some of its keys set and others taken out (`null`); the same table when there are none. */
export function withChanges<T extends object>(
  before: Readonly<Record<string, T>>,
  changes: Readonly<Record<string, T | null>>,
): Readonly<Record<string, T>> {
  const changed = Object.keys(changes);
  if (changed.length === 0) return before;
  const next: Record<string, T> = { ...before };
  for (const key of changed) {
    const value = changes[key];
    if (value === null || value === undefined) delete next[key];
    else next[key] = value;
  }
  origins.set(next, { before: new WeakRef(before), changed });
  return next;
}

/** The table that `withChanges` made another one of, as long as anybody has it, and the keys that changed. */
export function originOf<T extends object>(
  next: T,
): { readonly before: T; readonly changed: readonly string[] } | null {
  const origin = origins.get(next);
  const before = origin?.before.deref();
  return origin === undefined || before === undefined ? null : { before: before as T, changed: origin.changed };
}

/** The keys that `withChanges` changed between the two; `undefined`: the one was not made of the other. */
export function knownChanges(next: object, before: object): readonly string[] | undefined {
  if (next === before) return [];
  const origin = origins.get(next);
  return origin?.before.deref() === before ? origin.changed : undefined;
}

/** The keys of which two tables have other values, or that only one of them has. */
export function changedKeys<T>(
  next: Readonly<Record<string, T>>,
  before: Readonly<Record<string, T>>,
): readonly string[] {
  const named = knownChanges(next, before);
  if (named !== undefined) return named;
  const keys = Object.keys(next);
  const changed = keys.filter((key) => next[key] !== before[key]);
  const known = Object.keys(before);
  // Every key of the one is a key of the other: looking for those that went takes as long as all the rest.
  const none = known.length === keys.length && changed.every((key) => Object.hasOwn(before, key));
  return none ? changed : [...changed, ...known.filter((key) => !Object.hasOwn(next, key))];
}
