import type { Condition, Path } from "../../../workflow/condition.ts";
import type { Json } from "../../../workflow/json.ts";
import { condition as conditionShape } from "../../../workflow/parse/conditionShape.ts";
import type { Problem } from "../../../workflow/problem.ts";
import type { StepId } from "../../../workflow/workflow.ts";

/** What one row of a condition looks at. */
export const subjects = ["event", "step", "store", "output", "status", "exit"] as const;
export type Subject = (typeof subjects)[number];

export const outcomes = ["success", "failure", "denial", "cancellation", "skipped", "blocked"] as const;

export const valueTests = ["equals", "notEquals", "in", "lt", "lte", "gt", "gte", "exists"] as const;
export type ValueTestName = (typeof valueTests)[number];

/** The tests of an exit: what an exit is compared with. */
export const exitTests = ["succeeded", "failed", "equals", "in"] as const;
export type ExitTest = (typeof exitTests)[number];

/** One row. `step` counts for `step`, `output`, `status` and `exit`; `path` and `test` for values. */
export type Row =
  | { readonly subject: "status"; readonly step: StepId; readonly outcomes: readonly string[] }
  | { readonly subject: "exit"; readonly step: StepId; readonly test: ExitTest; readonly codes: readonly number[] }
  | {
      readonly subject: "event" | "store" | "step" | "output";
      /** Empty for `event` and `store`. */
      readonly step: StepId;
      readonly path: Path;
      readonly test: ValueTestName;
      readonly value: Json;
    };

export type Group = "all" | "any" | "not";

/** The group that a condition is; `null`: it is a row. */
export function groupOf(condition: Condition): Group | null {
  if ("all" in condition) return "all";
  if ("any" in condition) return "any";
  return "not" in condition ? "not" : null;
}

/** What stands in a group. */
export function membersOf(condition: Condition): readonly Condition[] {
  if ("all" in condition) return condition.all;
  if ("any" in condition) return condition.any;
  return "not" in condition ? [condition.not] : [];
}

/** A group with other members. `not` has one: of several it denies that all of them are true. */
export function grouped(group: Group, members: readonly Condition[]): Condition {
  if (group === "all") return { all: members };
  if (group === "any") return { any: members };
  const [only] = members;
  return { not: members.length === 1 && only !== undefined ? only : { all: members } };
}

/** The same members under another word. A group in a `not` gives its members. */
export function regrouped(condition: Condition, group: Group): Condition {
  const members = membersOf(condition);
  const [only] = members;
  const inner =
    groupOf(condition) === "not" && only !== undefined && groupOf(only) === "all" ? membersOf(only) : members;
  return grouped(group, inner);
}

export function readRow(condition: Condition): Row {
  if ("status" in condition) return { subject: "status", step: condition.status, outcomes: condition.in };
  if ("exit" in condition) {
    const base = { subject: "exit", step: condition.exit } as const;
    if ("is" in condition) return { ...base, test: condition.is, codes: [] };
    if ("in" in condition) return { ...base, test: "in", codes: condition.in };
    return { ...base, test: "equals", codes: [condition.equals] };
  }
  if ("all" in condition || "any" in condition || "not" in condition) throw new Error("A group is no row");
  const test = valueTests.find((name) => Object.hasOwn(condition, name)) ?? "exists";
  const value = (condition as unknown as Readonly<Record<string, Json>>)[test] ?? (test === "exists" ? true : null);
  if ("event" in condition) return { subject: "event", step: "", path: condition.event, test, value };
  if ("store" in condition) return { subject: "store", step: "", path: condition.store, test, value };
  if ("output" in condition) return { subject: "output", step: condition.output, path: condition.path, test, value };
  return { subject: "step", step: condition.step, path: condition.path, test, value };
}

export function writeRow(row: Row): Condition {
  switch (row.subject) {
    case "status":
      return { status: row.step, in: row.outcomes };
    case "exit": {
      const { step, test, codes } = row;
      if (test === "succeeded" || test === "failed") return { exit: step, is: test };
      return test === "in" ? { exit: step, in: codes } : { exit: step, equals: codes[0] ?? 0 };
    }
    default: {
      const { path, test, value } = row;
      const compared = { [test]: value } as { readonly exists: boolean };
      if (row.subject === "event") return { event: path, ...compared };
      if (row.subject === "store") return { store: path, ...compared };
      return row.subject === "output" ? { output: row.step, path, ...compared } : { step: row.step, path, ...compared };
    }
  }
}

/** The row that looks at something else, with what both have. */
export function withSubject(row: Row, subject: Subject, steps: readonly StepId[]): Row {
  const step = row.step !== "" && steps.includes(row.step) ? row.step : (steps[0] ?? "");
  if (subject === "status") return { subject, step, outcomes: ["success"] };
  if (subject === "exit") return { subject, step, test: "succeeded", codes: [] };
  const isValue = row.subject !== "status" && row.subject !== "exit";
  const kept = isValue
    ? { path: row.path, test: row.test, value: row.value }
    : ({ path: [], test: "exists", value: true } as const);
  return { subject, step: subject === "event" || subject === "store" ? "" : step, ...kept };
}

/** The row with another test; its value becomes one that the test can have. */
export function withTest(row: Extract<Row, { readonly path: Path }>, test: ValueTestName): Row {
  const { value } = row;
  if (test === "exists") return { ...row, test, value: typeof value === "boolean" ? value : true };
  if (test === "in") return { ...row, test, value: Array.isArray(value) ? value : [value] };
  return { ...row, test, value: Array.isArray(value) && row.test === "in" ? (value[0] ?? null) : value };
}

/** `lines[0].price`; a key with other characters in quotes: `["a b"]`. */
export function pathText(path: Path): string {
  return path
    .map((key, i) =>
      typeof key === "number"
        ? `[${key}]`
        : /^[A-Za-z_$][\w$-]*$/.test(key)
          ? `${i === 0 ? "" : "."}${key}`
          : `[${JSON.stringify(key)}]`,
    )
    .join("");
}

/** Reads what `pathText` writes; `null`: it is no path. */
export function readPath(text: string): Path | null {
  const path: (string | number)[] = [];
  let rest = text.trim();
  while (rest !== "") {
    const found =
      /^\[(?<index>\d+)\]\.?/.exec(rest) ??
      /^\[(?<quoted>"(?:[^"\\]|\\.)*")\]\.?/.exec(rest) ??
      /^(?<plain>[^.[\]"\s]+)\.?/.exec(rest);
    if (found === null || (rest.endsWith(".") && found[0].length === rest.length)) return null;
    const { index, quoted, plain } = found.groups ?? {};
    if (index !== undefined) path.push(Number(index));
    else if (plain !== undefined) path.push(plain);
    else {
      const key = textIn(quoted ?? "");
      if (key === null) return null;
      path.push(key);
    }
    rest = rest.slice(found[0].length);
  }
  return path;
}

/** A value as it is typed: texts as they are, unless they would read as something else; the rest as JSON. */
export function valueText(value: Json): string {
  return typeof value === "string" && readValue(value) === value ? value : JSON.stringify(value);
}

/** What was typed: JSON when it is, else a text. */
export function readValue(text: string): Json {
  const trimmed = text.trim();
  if (/^(?:-?\d|true$|false$|null$|"|\[|\{)/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as Json;
    } catch {
      return trimmed;
    }
  }
  return trimmed;
}

/** Several values with commas between them; commas in brackets and quotes do not separate. */
export function readValues(text: string): readonly Json[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\{[^}]*\}|[^,])+/g) ?? [];
  return parts.map((part) => readValue(part)).filter((value) => value !== "");
}

export function valuesText(values: readonly Json[]): string {
  return values
    .map((value) => (typeof value === "string" && value.includes(",") ? JSON.stringify(value) : valueText(value)))
    .join(", ");
}

/** A condition that was written as JSON, or what is wrong with it. */
export function readCondition(
  json: Json,
): { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly message: string } {
  const problems: Problem[] = [];
  conditionShape(json, { path: [], rule: "T6", problems });
  const [problem] = problems;
  if (problem === undefined) return { ok: true, condition: json as unknown as Condition };
  const at = problem.pointer === "" ? "" : `${problem.pointer}: `;
  return { ok: false, message: `${at}${problem.message.replace(/^The document/, "This")}` };
}

function textIn(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
