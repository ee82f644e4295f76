import { StorageError } from "./failure.ts";

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Why a value cannot be kept exactly as it is, as a JSON pointer and a reason; `null` when it can. JSON values only:
 * IndexedDB's structured clone would flatten class instances and getters, drop symbols and keep `undefined` and
 * `NaN`, which the export as JSON then loses; a lone surrogate has no UTF-8.
 */
export function findUnstorable(value: unknown): { readonly pointer: string; readonly reason: string } | null {
  return isPlain(value, deepestPlain) ? null : visit(value, []);
}

/** Deeper values are looked at with their path, which sees cycles. */
const deepestPlain = 100;

/**
 * Whether a value is certainly storable: all but none, and every tick is asked. It remembers no path and makes nothing, so
 * that it costs a fraction of a look that could say what is wrong.
 */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string") return !loneSurrogate.test(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return typeof value === "boolean";
  if (value === null) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index], depth - 1)) return false;
    return true;
  }
  const prototype = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || Object.getOwnPropertySymbols(value).length > 0)
    return false;
  for (const key in value) {
    if (loneSurrogate.test(key) || !isPlain((value as Record<string, unknown>)[key], depth - 1)) return false;
  }
  return true;
}

/** @throws StorageError when the value would be changed by being stored. */
export function refuseUnstorable(value: unknown): void {
  const found = findUnstorable(value);
  if (!found) return;
  throw new StorageError({
    kind: "other",
    message: `The value at ${found.pointer || "the top"} cannot be stored exactly: ${found.reason}. Nothing was stored.`,
  });
}

/** The path on the way down; a value that is among its own ancestors is a cycle. */
type Path = { readonly key: string; readonly inside: object }[];

function visit(value: unknown, path: Path): { pointer: string; reason: string } | null {
  switch (typeof value) {
    case "string":
      return loneSurrogate.test(value) ? found(path, "the text holds half of a surrogate pair") : null;
    case "number":
      return Number.isFinite(value) ? null : found(path, `${value} is not a JSON number`);
    case "boolean":
      return null;
    case "object":
      if (value === null) return null;
      return path.some((step) => step.inside === value) ? found(path, "it contains itself") : visitInside(value, path);
    default:
      return found(path, typeof value === "undefined" ? "undefined is not JSON" : `a ${typeof value} is not JSON`);
  }
}

function visitInside(value: object, path: Path): { pointer: string; reason: string } | null {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const bad = visitMember(value, String(index), value[index], path);
      if (bad) return bad;
    }
    return null;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return found(path, "it is not a plain object");
  if (Object.getOwnPropertySymbols(value).length > 0) return found(path, "it has a symbol as key");
  for (const key of Object.keys(value)) {
    if (loneSurrogate.test(key)) return found(path, "a key holds half of a surrogate pair");
    const bad = visitMember(value, key, (value as Record<string, unknown>)[key], path);
    if (bad) return bad;
  }
  return null;
}

function visitMember(inside: object, key: string, member: unknown, path: Path): ReturnType<typeof visit> {
  // Numbers, booleans and null are most of a tick: no path for them.
  if (typeof member === "boolean" || member === null) return null;
  path.push({ key, inside });
  const bad = visit(member, path);
  path.pop();
  return bad;
}

function found(path: Path, reason: string): { pointer: string; reason: string } {
  return { pointer: path.map(({ key }) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""), reason };
}
