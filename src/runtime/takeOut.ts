import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { memberAt } from "../engine/conditions.ts";
import { isReference, type Kept, referenceTo } from "../engine/reference.ts";
import type { Json } from "../workflow/json.ts";

/** A value that was taken out of a tick, as its JSON text. */
export interface Artifact {
  /** `sha256:` + hex over the UTF-8 bytes of the text. */
  readonly digest: string;
  readonly bytes: number;
  readonly text: string;
}

/** Bytes of UTF-8 JSON up to which a value stands in its tick. */
export const largestInline = 65_536;

/** Members smaller than this are not worth a reference of their own. Bytes. */
const smallestMember = 1_024;

type Path = readonly (string | number)[];

/** Takes the large values out of the parts of one tick. */
export interface Taker {
  /** The part as it may stand in a tick: itself where nothing in it is large. `keep`: paths in it that stay readable. */
  take(value: Json, keep?: readonly Path[]): Json;
  /** What was taken out so far, one of each digest. */
  readonly artifacts: readonly Artifact[];
}

/**
 * A value whose JSON is above 64 KiB becomes a reference. Large members go first, and of an object its largest ones
 * until the rest fits, so that small keys stay visible to `where` and conditions; a list, or an object of many small
 * members, goes as a whole. `largest`: bytes up to which a value stays; tests make it small. `isGiven`: whether this very object is a reference that the run itself handed to whoever
 * made the value; it stays as it is, and every other value of that shape is taken out whatever its size.
 */
export function createTaker(isGiven: (reference: object) => boolean, largest = largestInline): Taker {
  // Nearly no tick holds anything large: what measures and keeps is made with the first value that may be.
  let visitor: Visitor | undefined;
  return {
    take(value, keep = []) {
      if (isSmall(value, largest)) return value;
      visitor ??= createVisitor(isGiven, largest);
      return visitor.visit(value, keep).value;
    },
    get artifacts() {
      return visitor === undefined ? nothingTaken : [...visitor.taken.values()];
    },
  };
}

const nothingTaken: readonly Artifact[] = [];

interface Visitor {
  /** What was taken out so far, by digest. */
  readonly taken: ReadonlyMap<string, Artifact>;
  visit(value: Json, keep: readonly Path[]): Sized;
}

function createVisitor(isGiven: (reference: object) => boolean, largest: number): Visitor {
  const taken = new Map<string, Artifact>();
  /** One value often stands in several parts of a tick. By identity, and texts by what they say. */
  const seen = new Map<unknown, Sized>();
  /** References that were made here. */
  const made = new WeakSet<object>();

  function visit(value: Json, keep: readonly Path[]): Sized {
    if (typeof value === "string") {
      if (value.length > largest) return once(value, keep, () => takeOut(value, keep));
      const size = textSize(value);
      return size <= largest ? { value, size } : once(value, keep, () => takeOut(value, keep));
    }
    if (typeof value !== "object" || value === null) return { value, size: String(value).length };
    // Most of a large value are small members, which are only measured.
    const size = sizeOf(value, largest);
    if (size !== undefined) return { value, size };
    return once(value, keep, () => {
      if (isReference(value) && (made.has(value) || isGiven(value)))
        return { value, size: JSON.stringify(value).length };
      const rest = Array.isArray(value) ? visitList(value, keep) : visitObject(value as JsonRecord, keep);
      // Its members may be references by now, so the question is whether it was one before.
      return rest.size > largest || isReference(value) ? takeOut(rest.value, keep) : rest;
    });
  }

  function once(value: Json, keep: readonly Path[], make: () => Sized): Sized {
    if (keep.length > 0) return make();
    const known = seen.get(value);
    if (known) return known;
    const visited = make();
    seen.set(value, visited);
    return visited;
  }

  function visitList(list: readonly Json[], keep: readonly Path[]): Sized {
    let members: Json[] | undefined;
    let size = list.length === 0 ? 2 : 1;
    for (const [index, member] of list.entries()) {
      const visited = visit(member, under(keep, index));
      size += visited.size + 1;
      if (visited.value === member) continue;
      members ??= [...list];
      members[index] = visited.value;
    }
    return { value: members ?? list, size };
  }

  function visitObject(object: JsonRecord, keep: readonly Path[]): Sized {
    const members = new Map<string, Sized>();
    let size = 1;
    let changed = false;
    for (const [key, member] of Object.entries(object)) {
      const visited = visit(member, under(keep, key));
      members.set(key, visited);
      changed ||= visited.value !== member;
      size += textSize(key) + 1 + visited.size + 1;
    }
    if (members.size === 0) size++;
    if (size > largest) {
      const bySize = [...members].sort(([, a], [, b]) => b.size - a.size);
      for (const [key, member] of bySize) {
        if (size <= largest || member.size < smallestMember) break;
        const out = takeOut(member.value, under(keep, key));
        members.set(key, out);
        changed = true;
        size += out.size - member.size;
      }
    }
    // `fromEntries` defines its keys, so that `__proto__` is one like any other.
    return { value: changed ? Object.fromEntries([...members].map(([key, { value }]) => [key, value])) : object, size };
  }

  function takeOut(value: Json, keep: readonly Path[]): Sized {
    const text = JSON.stringify(value);
    const utf8 = utf8ToBytes(text);
    const digest = `sha256:${bytesToHex(sha256(utf8))}`;
    if (!taken.has(digest)) taken.set(digest, { digest, bytes: utf8.length, text });
    const kept = keep.flatMap((path): Kept[] => {
      const found = path.length === 0 ? undefined : memberAt(value, path);
      return found === undefined ? [] : [{ path, value: visit(found, []).value }];
    });
    const reference = referenceTo(digest, utf8.length, kept);
    made.add(reference);
    return { value: reference, size: JSON.stringify(reference).length };
  }

  return { taken, visit };
}

interface Sized {
  readonly value: Json;
  /** Bytes of its JSON. */
  readonly size: number;
}

type JsonRecord = Readonly<Record<string, Json>>;

function under(paths: readonly Path[], key: string | number): readonly Path[] {
  if (paths.length === 0) return paths;
  return paths.flatMap(([first, ...rest]) => (first !== undefined && String(first) === String(key) ? [rest] : []));
}

/**
 * Whether a value, or a whole tick, certainly stays as it is: nearly all do, at the cost of one look. What may be large,
 * or has the shape of a reference, is measured exactly afterwards.
 */
export function isSmall(value: unknown, largest = largestInline): boolean {
  return budgetAfter(value, largest) >= 0;
}

/** What is left of `budget` when the JSON of `value` is written in the longest way; negative: perhaps too little. */
function budgetAfter(value: unknown, budget: number): number {
  // A character is at most six bytes: `\u0007`.
  if (typeof value === "string") return budget - 6 * value.length - 2;
  if (typeof value !== "object" || value === null) return budget - 25;
  let left = budget - 2;
  if (Array.isArray(value)) {
    for (const member of value) {
      left = budgetAfter(member, left - 1);
      if (left < 0) return left;
    }
    return left;
  }
  let only: string | undefined;
  for (const key in value) {
    left = budgetAfter((value as JsonRecord)[key], left - 6 * key.length - 4);
    if (left < 0) return left;
    only = only === undefined ? key : "";
  }
  return only !== undefined && only !== "" && isReference(value) ? -1 : left;
}

/** Bytes of the JSON of a value; `undefined` when they are more than `most`, or something in it looks like a reference. */
function sizeOf(value: Json, most: number): number | undefined {
  if (typeof value === "string") return value.length > most ? undefined : textSize(value);
  if (typeof value !== "object" || value === null) return String(value).length;
  if (isReference(value)) return undefined;
  const isList = Array.isArray(value);
  let size = 1;
  for (const key of Object.keys(value)) {
    const member = sizeOf((value as JsonRecord)[key] ?? null, most);
    if (member === undefined) return undefined;
    size += member + 1 + (isList ? 0 : textSize(key) + 1);
    if (size > most) return undefined;
  }
  return size === 1 ? 2 : size;
}

/** Bytes of a text as JSON in UTF-8. */
function textSize(text: string): number {
  let size = 2;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20) size += code === 8 || code === 9 || code === 10 || code === 12 || code === 13 ? 2 : 6;
    else if (code === 0x22 || code === 0x5c) size += 2;
    else if (code < 0x80) size++;
    else if (code < 0x800) size += 2;
    // Of a pair, each half is half of the four bytes.
    else size += code >= 0xd800 && code <= 0xdfff ? 2 : 3;
  }
  return size;
}
