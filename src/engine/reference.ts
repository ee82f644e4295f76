import type { Json } from "../workflow/json.ts";

/** The one key of a reference. The version changes when its shape does. */
const key = "tickwork/artifact@1";

/**
 * Stands in ticks and state for a value above 64 KiB, whose JSON text is kept once as an artifact (`formats.md` §1).
 *
 * Invariant: in a tick, in a state, and inside of an artifact's value, every object of exactly this shape is a
 * reference. A user's own value that looks like one is itself always taken out, so that none can be forged; only the
 * outermost value of an artifact is never read as one.
 */
export interface Reference {
  readonly [key]: {
    /** `sha256:` + hex over the UTF-8 bytes of its JSON text. */
    readonly digest: string;
    /** How many there are. */
    readonly bytes: number;
    /** What stands at the paths in it that the workflow's conditions and exports name; what does not exist is left out. */
    readonly kept?: readonly Kept[];
  };
}

export interface Kept {
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

export function referenceTo(digest: string, bytes: number, kept: readonly Kept[] = []): Reference & Json {
  return { [key]: { digest, bytes, ...(kept.length > 0 && { kept }) } } as unknown as Reference & Json;
}

/** Whether a value has the shape of a reference. Of a value that did not come from a tick this says nothing more. */
export function isReference(value: unknown): value is Reference {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
  if (Object.keys(value).length !== 1) return false;
  const named: unknown = (value as Record<string, unknown>)[key];
  if (typeof named !== "object" || named === null) return false;
  const { digest, bytes, kept = [], ...more } = named as Record<string, unknown>;
  return (
    typeof digest === "string" &&
    /^sha256:[0-9a-f]{64}$/.test(digest) &&
    Number.isSafeInteger(bytes) &&
    Array.isArray(kept) &&
    Object.keys(more).length === 0
  );
}

export function digestOf(reference: Reference): string {
  return reference[key].digest;
}

/** Bytes of the JSON text of the value that it stands for. */
export function bytesOf(reference: Reference): number {
  return reference[key].bytes;
}

/** What stands at a path in the value that a reference stands for, as far as its tick kept it. */
export function keptAt(reference: Reference, path: readonly (string | number)[]): Json | undefined {
  const { kept = [] } = reference[key];
  return kept.find((entry) => entry.path.length === path.length && entry.path.every((part, i) => part === path[i]))
    ?.value;
}

/** Whether a JSON text may hold a reference; a text that says no holds none. */
export function mayHoldReference(jsonText: string): boolean {
  return jsonText.includes(`"${key}"`);
}

/** The references in a value, one of each digest, outermost only: what an artifact holds itself is not looked at. */
export function referencesIn(value: unknown): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isReference(next)) {
      found.set(digestOf(next), next);
      for (const entry of next[key].kept ?? []) rest.push(entry.value);
    } else for (const member of Object.values(next)) rest.push(member);
  }
  return found;
}
