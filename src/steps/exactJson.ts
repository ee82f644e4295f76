import type { Json } from "../workflow/json.ts";

/** A value that JSON text or a library made, when it is one that we hand on without a change (`formats.md` §1). */
export type Exact =
  | { readonly ok: true; readonly value: Json }
  /** `message` names the place: `items[3].price is …`. */
  | { readonly ok: false; readonly message: string };

/** A plain copy of a value: no hidden properties, no functions, nothing that JSON would change. */
export function exactCopy(value: unknown, what: string): Exact {
  const path: (string | number)[] = [];
  const refuse = (why: string): never => {
    throw new Refusal(`${written(what, path)} ${why}`);
  };
  const copy = (member: unknown): Json => {
    switch (typeof member) {
      case "boolean":
        return member;
      case "string":
        return isWellFormed(member) ? member : refuse("holds half of a surrogate pair, which is no text");
      case "number":
        if (!Number.isFinite(member))
          return refuse(`is ${member}, which JSON cannot hold: was something divided by zero?`);
        if (Number.isInteger(member) && !Number.isSafeInteger(member) && Math.abs(member) < 1e21) {
          return refuse("is an integer beyond 2^53-1, which would be rounded: hand it on as text");
        }
        // JSON text has no -0, so a replay would see another value than the run did.
        return member === 0 ? 0 : member;
      case "object":
        break;
      case "function":
        return refuse("is a function");
      default:
        return refuse("has no value");
    }
    if (member === null) return null;
    if (path.length >= 200) return refuse("is nested deeper than 200 levels");
    if (Array.isArray(member)) {
      return Array.from(member, (element, i) => inside(i, () => copy(element)));
    }
    const marks = member as { _jsonata_lambda?: unknown; _jsonata_function?: unknown };
    if (marks._jsonata_lambda === true || marks._jsonata_function === true) return refuse("is a function");
    const result: Record<string, Json> = {};
    for (const [key, inner] of Object.entries(member)) {
      if (!isWellFormed(key)) refuse("has a key with half of a surrogate pair");
      const copied = inside(key, () => copy(inner));
      // `__proto__` is a key like any other; defining every key would make a large value slow.
      if (key !== "__proto__") result[key] = copied;
      else Object.defineProperty(result, key, { value: copied, writable: true, enumerable: true, configurable: true });
    }
    return result;
  };
  const inside = (key: string | number, visit: () => Json): Json => {
    path.push(key);
    const result = visit();
    path.pop();
    return result;
  };
  try {
    return { ok: true, value: copy(value) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message };
    throw error;
  }
}

class Refusal extends Error {}

function written(what: string, path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`;
  }, what);
}

/** `String.prototype.isWellFormed` is not in the language version that core is compiled for. */
function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
