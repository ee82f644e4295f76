import { jsonPointer } from "../jsonPointer.ts";
import type { Problem } from "../problem.ts";

/** Where the parser stands and what it has found. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** The rule of the spec that a finding here stands under. */
  readonly rule: string;
  readonly step?: string;
  readonly problems: Problem[];
}

/** Looks at one value and reports all that is wrong with it. Never changes or rebuilds it. */
export type Shape = (value: unknown, at: Place) => void;

export function child(at: Place, key: string | number): Place {
  return { ...at, path: [...at.path, key] };
}

export function report(at: Place, message: string, severity: Problem["severity"] = "error"): void {
  at.problems.push({
    rule: at.rule,
    severity,
    pointer: jsonPointer(at.path),
    message,
    ...(at.step !== undefined && { step: at.step }),
  });
}

/** How a value is called in a message. */
export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return value.length > 40 ? "a text" : `the text ${JSON.stringify(value)}`;
    case "number":
    case "boolean":
      return String(value);
    case "object":
      return "an object";
    default:
      return "nothing";
  }
}

/** The last key of the place, for a message. */
export function fieldOf(at: Place): string {
  const key = at.path.at(-1);
  return key === undefined ? "The document" : typeof key === "number" ? `Entry ${key + 1}` : `\`${key}\``;
}

function expected(what: string, accept: (value: unknown) => boolean): Shape {
  return (value, at) => {
    if (!accept(value)) report(at, `${fieldOf(at)} must be ${what}; it is ${nameOf(value)}.`);
  };
}

export const anything: Shape = () => {};
export const text = expected("a text", (value) => typeof value === "string");
export const flag = expected("true or false", (value) => typeof value === "boolean");
export const number = expected("a number", (value) => typeof value === "number");
export const schema = expected(
  "a JSON Schema: an object, or true or false",
  (value) => isObject(value) || typeof value === "boolean",
);

export function oneOf(...values: readonly string[]): Shape {
  return expected(`one of ${values.map((value) => JSON.stringify(value)).join(", ")}`, (value) =>
    values.includes(value as string),
  );
}

export function listOf(shape: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return report(at, `${fieldOf(at)} must be a list; it is ${nameOf(value)}.`);
    value.forEach((entry, i) => {
      shape(entry, child(at, i));
    });
  };
}

/** An object whose keys the document chooses. */
export function recordOf(shape: (key: string) => Shape): Shape {
  return (value, at) => {
    if (!isObject(value)) return report(at, `${fieldOf(at)} must be an object; it is ${nameOf(value)}.`);
    for (const [key, entry] of Object.entries(value)) shape(key)(entry, child(at, key));
  };
}

/** An object with known fields. Others are kept and reported. */
export function object(fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return (value, at) => {
    if (!isObject(value)) return report(at, `${fieldOf(at)} must be an object; it is ${nameOf(value)}.`);
    for (const key of required) {
      if (!Object.hasOwn(value, key)) report(at, `\`${key}\` is missing.`);
    }
    for (const [key, entry] of Object.entries(value)) {
      if (Object.hasOwn(fields, key)) (fields[key] as Shape)(entry, child(at, key));
      else report({ ...child(at, key), rule: "format" }, unknownField(key, Object.keys(fields)), "warning");
    }
  };
}

/** An object that is one of several by the one key that only it has; `beside` may stand next to any of them. */
export function taggedBy(
  variants: Readonly<Record<string, Shape>>,
  beside: Readonly<Record<string, Shape>> = {},
): Shape {
  const names = Object.keys(variants).map((name) => `\`${name}\``);
  return (value, at) => {
    if (!isObject(value)) return report(at, `${fieldOf(at)} must be an object; it is ${nameOf(value)}.`);
    const tags = Object.keys(value).filter((key) => Object.hasOwn(variants, key));
    if (tags.length !== 1) {
      return report(at, `${fieldOf(at)} must have exactly one of ${names.join(", ")}.`);
    }
    const tag = tags[0] as string;
    object({ ...beside, [tag]: variants[tag] as Shape })(value, at);
  };
}

/** The same shape; its findings stand under another rule. */
export function under(rule: string, shape: Shape): Shape {
  return (value, at) => shape(value, { ...at, rule });
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unknownField(key: string, known: readonly string[]): string {
  const like = known.find((name) => name !== key && isNear(name.toLowerCase(), key.toLowerCase()));
  const hint = like === undefined ? "It is kept, and does nothing." : `Did you mean \`${like}\`?`;
  return `The field \`${key}\` is not known here. ${hint}`;
}

/** At most one letter added, lost, changed, or two swapped. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head++;
  const [restA, restB] = [a.slice(head), b.slice(head)];
  return (
    restA.slice(1) === restB ||
    restB.slice(1) === restA ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
