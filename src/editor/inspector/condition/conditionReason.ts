import { type ConditionLookup, decideCondition, memberAt, type Truth } from "../../../engine/conditions.ts";
import type { Exit } from "../../../engine/result.ts";
import type { TaskResult } from "../../../protocol/storedRun.ts";
import type { Condition } from "../../../workflow/condition.ts";
import type { Json } from "../../../workflow/json.ts";
import type { StepId } from "../../../workflow/workflow.ts";
import { groupOf, membersOf, pathText, type Row, readRow } from "./conditionForm.ts";

export type TaskResults = Readonly<Record<StepId, TaskResult>>;

/** What a condition says, and the facts that decide it, each a sentence without its full stop. */
export interface ConditionReason {
  readonly truth: Truth;
  readonly facts: readonly string[];
}

/** What is known beside tasks, for the condition of a branch. */
export interface KnownValues {
  /** Data of the event that came last; `undefined`: none has come. */
  readonly event?: Json | undefined;
  /** What steps handed on last. */
  readonly steps?: Readonly<Record<StepId, Json>>;
}

/** Decides a condition as the engine does (T7, T8), over what is known, and tells because of what. */
export function conditionReason(
  condition: Condition,
  results: TaskResults,
  titleOf: (step: StepId) => string,
  known: KnownValues = {},
): ConditionReason {
  const lookup = lookupIn(results, known);
  return { truth: decideCondition(condition, lookup), facts: [...new Set(factsOf(condition, lookup, titleOf))] };
}

function lookupIn(results: TaskResults, { event, steps = {} }: KnownValues): ConditionLookup {
  const of = (id: StepId) => (Object.hasOwn(results, id) ? results[id] : undefined);
  const output = (id: StepId) => {
    const value = of(id)?.output ?? (Object.hasOwn(steps, id) ? steps[id] : undefined);
    return value === undefined ? undefined : { value };
  };
  return {
    status: (id) => of(id)?.outcome,
    exit: (id) => of(id)?.exit,
    output,
    step: output,
    event: () => (event === undefined ? undefined : { value: event }),
    store: () => undefined,
  };
}

/** Of the rows that decided it: of a group only the members that made it what it is (T7). */
function factsOf(condition: Condition, lookup: ConditionLookup, titleOf: (step: StepId) => string): readonly string[] {
  const group = groupOf(condition);
  if (group === null) return [factOf(readRow(condition), lookup, titleOf)];
  const truth = decideCondition(condition, lookup);
  const members = membersOf(condition);
  const deciding = group === "not" ? members : members.filter((member) => decideCondition(member, lookup) === truth);
  // One false member decides `all`, one true one `any`.
  const decides = (group === "all" && truth === false) || (group === "any" && truth === true);
  return (decides ? deciding.slice(0, 1) : deciding).flatMap((member) => factsOf(member, lookup, titleOf));
}

function factOf(row: Row, lookup: ConditionLookup, titleOf: (step: StepId) => string): string {
  const step = row.step === "" ? "a step that is not chosen" : `“${titleOf(row.step)}”`;
  switch (row.subject) {
    case "status": {
      const outcome = lookup.status(row.step);
      return outcome === undefined ? `${step} has not ended` : `${step} ended with ${outcome}`;
    }
    case "exit": {
      const exit = lookup.exit(row.step);
      return exit === undefined ? `${step} has no exit` : `${step} ${exitFact(exit)}`;
    }
    case "store":
      return "what is in the store is known only in a run";
    case "event": {
      const found = lookup.event();
      return found === undefined ? "no event has come yet" : valueFact(row, found, "the event");
    }
    default:
      return valueFact(
        row,
        row.subject === "output" ? lookup.output(row.step) : lookup.step(row.step),
        `the output of ${step}`,
      );
  }
}

function valueFact(
  row: Extract<Row, { readonly path: unknown }>,
  found: { readonly value: Json } | undefined,
  where: string,
): string {
  const path = pathText(row.path);
  const what = path === "" ? where : `${path} in ${where}`;
  const value = found && memberAt(found.value, row.path);
  if (value === undefined) return `${what} does not exist`;
  return `${what} is ${brief(value)}${isOrder(row.test) && !comparable(value, row.value) ? `, which has no order with ${brief(row.value)}` : ""}`;
}

function isOrder(test: string): boolean {
  return test === "lt" || test === "lte" || test === "gt" || test === "gte";
}

function comparable(a: Json, b: Json): boolean {
  return typeof a === typeof b && (typeof a === "number" || typeof a === "string");
}

function exitFact(exit: Exit): string {
  if (typeof exit === "object") return "code" in exit ? `exited with ${exit.code}` : `was ended by ${exit.signal}`;
  return {
    timeout: "was stopped by its time limit",
    cancellation: "was cancelled",
    abnormal: "could not be started",
  }[exit];
}

function brief(value: Json): string {
  const text = typeof value === "string" ? `“${value}”` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)} …` : text;
}
