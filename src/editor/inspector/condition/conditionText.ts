import type { Condition } from "../../../workflow/condition.ts";
import type { Json } from "../../../workflow/json.ts";
import type { StepId } from "../../../workflow/workflow.ts";
import { groupOf, membersOf, pathText, type Row, readRow, type ValueTestName } from "./conditionForm.ts";

type TitleOf = (step: StepId) => string;

/** A condition as a sentence for a person: "True when status in the event is 404 or …". */
export function conditionText(condition: Condition, titleOf: TitleOf): string {
  const text = said(condition, titleOf, false);
  return text === "always" || text === "never" ? `True ${text}.` : `True when ${text}.`;
}

function said(condition: Condition, titleOf: TitleOf, inside: boolean): string {
  const group = groupOf(condition);
  if (group === null) return rowText(readRow(condition), titleOf);
  const members = membersOf(condition);
  if (group === "not") return `it is not so that ${said(members[0] as Condition, titleOf, true)}`;
  if (members.length === 0) return group === "all" ? "always" : "never";
  const texts = members.map((member) => said(member, titleOf, true));
  if (texts.length === 1) return texts[0] as string;
  const joined = texts.join(group === "all" ? " and " : " or ");
  return inside ? `(${joined})` : joined;
}

const compared: Readonly<Record<Exclude<ValueTestName, "exists" | "in">, string>> = {
  equals: "is",
  notEquals: "is not",
  lt: "is less than",
  lte: "is at most",
  gt: "is more than",
  gte: "is at least",
};

function rowText(row: Row, titleOf: TitleOf): string {
  const step = row.step === "" ? "a step that is not chosen yet" : titleOf(row.step);
  switch (row.subject) {
    case "status":
      return `${step} ended with ${either(row.outcomes)}`;
    case "exit":
      return row.test === "succeeded" || row.test === "failed"
        ? `${step} ${row.test}`
        : `${step} exited with ${either(row.codes.map(String))}`;
    default: {
      const path = pathText(row.path);
      const what = {
        event: path === "" ? "what the event carries" : `${path} in the event`,
        store: path === "" ? "the store" : `${path} in the store`,
        step: path === "" ? `what ${step} handed on` : `${path} of what ${step} handed on`,
        output: path === "" ? `the output of ${step}` : `${path} in the output of ${step}`,
      }[row.subject];
      return `${what} ${testText(row.test, row.value)}`;
    }
  }
}

function testText(test: ValueTestName, value: Json): string {
  if (test === "exists") return value === false ? "does not exist" : "exists";
  if (test === "in") return `is ${either(Array.isArray(value) ? value.map(shown) : [])}`;
  return `${compared[test]} ${shown(value)}`;
}

function shown(value: Json): string {
  return typeof value === "string" ? `“${value}”` : JSON.stringify(value);
}

function either(values: readonly string[]): string {
  if (values.length === 0) return "none of anything";
  const last = values.at(-1) as string;
  return values.length === 1 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}
