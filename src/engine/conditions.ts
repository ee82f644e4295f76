import type { Condition, Path, ValueTest } from "../workflow/condition.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import { deepEqual } from "./deepEqual.ts";
import { isReference, keptAt } from "./reference.ts";
import type { Exit } from "./result.ts";

/** True, false, or not known because something does not exist (T7). */
export type Truth = boolean | "unavailable";

/** A value, or that there is none. `false` and `null` are values (T8). */
export type Found = { readonly value: Json } | undefined;

/** Where a condition looks. Each answers `undefined` for what does not exist. */
export interface ConditionLookup {
  /** The outcome of a finished task. */
  status(task: StepId): string | undefined;
  exit(task: StepId): Exit | undefined;
  output(task: StepId): Found;
  /** The event that started the step; for `branch`. */
  event(): Found;
  store(): Found;
  /** What the nearest ancestor execution handed on (R69). */
  step(step: StepId): Found;
}

/** Decides a condition in three values (T6, T7, T8). */
export function decideCondition(condition: Condition, lookup: ConditionLookup): Truth {
  if ("all" in condition) return decideAll(condition.all, lookup);
  if ("any" in condition) return decideAny(condition.any, lookup);
  if ("not" in condition) return negate(decideCondition(condition.not, lookup));
  if ("status" in condition) {
    const status = lookup.status(condition.status);
    return status === undefined ? "unavailable" : condition.in.includes(status);
  }
  if ("exit" in condition) return decideExit(condition, lookup.exit(condition.exit));
  if ("output" in condition) return decideValue(condition, at(lookup.output(condition.output), condition.path));
  if ("event" in condition) return decideValue(condition, at(lookup.event(), condition.event));
  if ("store" in condition) return decideValue(condition, at(lookup.store(), condition.store));
  return decideValue(condition, at(lookup.step(condition.step), condition.path));
}

/** False beats unavailable beats true. */
function decideAll(conditions: readonly Condition[], lookup: ConditionLookup): Truth {
  let truth: Truth = true;
  for (const condition of conditions) {
    const part = decideCondition(condition, lookup);
    if (part === false) return false;
    if (part === "unavailable") truth = part;
  }
  return truth;
}

/** True beats unavailable beats false. */
function decideAny(conditions: readonly Condition[], lookup: ConditionLookup): Truth {
  let truth: Truth = false;
  for (const condition of conditions) {
    const part = decideCondition(condition, lookup);
    if (part === true) return true;
    if (part === "unavailable") truth = part;
  }
  return truth;
}

function negate(truth: Truth): Truth {
  return truth === "unavailable" ? truth : !truth;
}

/** An exit that is no code matches only `failed` (T8). */
function decideExit(condition: Extract<Condition, { exit: string }>, exit: Exit | undefined): Truth {
  if (exit === undefined) return "unavailable";
  const code = typeof exit === "object" && "code" in exit ? exit.code : undefined;
  if ("is" in condition) return condition.is === "succeeded" ? code === 0 : code !== 0;
  if (code === undefined) return false;
  return "equals" in condition ? code === condition.equals : condition.in.includes(code);
}

function decideValue(test: ValueTest, found: Found): Truth {
  if ("exists" in test) return (found !== undefined) === test.exists;
  if (found === undefined) return "unavailable";
  const { value } = found;
  if ("equals" in test) return deepEqual(value, test.equals);
  if ("notEquals" in test) return !deepEqual(value, test.notEquals);
  if ("in" in test) return test.in.some((entry) => deepEqual(value, entry));
  if ("lt" in test) return decideOrder(value, test.lt, (order) => order < 0);
  if ("lte" in test) return decideOrder(value, test.lte, (order) => order <= 0);
  if ("gt" in test) return decideOrder(value, test.gt, (order) => order > 0);
  return decideOrder(value, test.gte, (order) => order >= 0);
}

/** Order exists only between two numbers or two strings. */
function decideOrder(left: Json, right: Json, holds: (order: number) => boolean): Truth {
  const comparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string");
  if (!comparable) return "unavailable";
  return holds(left < right ? -1 : left > right ? 1 : 0);
}

function at(found: Found, path: Path): Found {
  const value = found && memberAt(found.value, path);
  return value === undefined ? undefined : { value };
}

/**
 * What stands at a path; `undefined`: it does not exist. An empty path is the whole. Inside of a value that stands as
 * a reference only what its tick kept is known: whatever the workflow's own conditions and exports name.
 */
export function memberAt(whole: Json, path: Path): Json | undefined {
  let value: Json | undefined = whole;
  for (const [depth, key] of path.entries()) {
    if (isReference(value)) return keptAt(value, path.slice(depth));
    value = member(value, key);
  }
  return value;
}

/** Own members only: `constructor` and `__proto__` are ordinary keys. */
function member(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && typeof key !== "number" && !/^(0|[1-9][0-9]*)$/.test(key)) return undefined;
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string | number, Json>>)[key] : undefined;
}
