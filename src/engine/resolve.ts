import type { Path } from "../workflow/condition.ts";
import type { Json } from "../workflow/json.ts";
import { digestOf, isReference, mayHoldReference } from "./reference.ts";

/** The JSON text of a large value by its digest. */
export type LoadText = (digest: string) => Promise<string>;

/** A value of a tick or a state with everything that stands in it as a reference. */
export async function resolveValue(value: Json, load: LoadText): Promise<Json> {
  if (typeof value !== "object" || value === null) return value;
  if (isReference(value)) return resolveText(await load(digestOf(value)), load);
  return resolveMembers(value, load);
}

/** The outermost value of an artifact is what it is, whatever its shape. */
async function resolveText(text: string, load: LoadText): Promise<Json> {
  const value = JSON.parse(text) as Json;
  return mayHoldReference(text) ? resolveMembers(value, load) : value;
}

async function resolveMembers(value: Json, load: LoadText): Promise<Json> {
  if (typeof value !== "object" || value === null) return value;
  const members: [string, Json][] = [];
  let changed = false;
  for (const [key, member] of Object.entries(value) as [string, Json][]) {
    const whole = await resolveValue(member, load);
    changed ||= whole !== member;
    members.push([key, whole]);
  }
  if (!changed) return value;
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** The same, with only those references resolved that lie on the way to `path`; what is there may be one itself. */
export async function resolveAlong(value: Json, path: Path, load: LoadText): Promise<Json> {
  if (path.length === 0 || typeof value !== "object" || value === null) return value;
  if (isReference(value)) return resolveInside(JSON.parse(await load(digestOf(value))) as Json, path, load);
  return resolveInside(value, path, load);
}

async function resolveInside(value: Json, [key, ...rest]: Path, load: LoadText): Promise<Json> {
  if (typeof value !== "object" || value === null || key === undefined || !Object.hasOwn(value, key)) return value;
  const held = value as Readonly<Record<string | number, Json>>;
  const member = await resolveAlong(held[key] ?? null, rest, load);
  if (member === held[key]) return value;
  if (Array.isArray(value)) return value.with(Number(key), member);
  return { ...held, [key]: member };
}
