import { type ConditionLookup, decideCondition, memberAt, type Truth } from "../../../engine/conditions.ts";
import type { Exit } from "../../../engine/result.ts";
import type { TaskResult } from "../../../protocol/engineApi.ts";
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

/** Decides a condition over tasks as the engine does (T7, T8), and tells because of what. */
export function conditionReason(
  condition: Condition,
  results: TaskResults,
  titleOf: (step: StepId) => string,
): ConditionReason {
  const lookup = lookupIn(results);
  return { truth: decideCondition(condition, lookup), facts: [...new Set(factsOf(condition, lookup, titleOf))] };
}

function lookupIn(results: TaskResults): ConditionLookup {
  const of = (id: StepId) => (Object.hasOwn(results, id) ? results[id] : undefined);
  const output = (id: StepId) => {
    const value = of(id)?.output;
    return value === undefined ? undefined : { value };
  };
  return {
    status: (id) => of(id)?.outcome,
    exit: (id) => of(id)?.exit,
    output,
    step: output,
    event: () => undefined,
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
    case "event":
    case "store":
      return `what is in the ${row.subject} is known only in a run`;
    default: {
      const found = row.subject === "output" ? lookup.output(row.step) : lookup.step(row.step);
      const path = pathText(row.path);
      const what = path === "" ? `the output of ${step}` : `${path} in the output of ${step}`;
      const value = found && memberAt(found.value, row.path);
      if (value === undefined) return `${what} does not exist`;
      return `${what} is ${brief(value)}${isOrder(row.test) && !comparable(value, row.value) ? `, which has no order with ${brief(row.value)}` : ""}`;
    }
  }
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
