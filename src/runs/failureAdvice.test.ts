import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failureNames } from "../engine/failure.ts";
import type { Step } from "../workflow/workflow.ts";
import { adviceFor, advisedNames, endAdvice, runEndAdvice, triesText } from "./failureAdvice.ts";

const code: Step = {
  kind: "code",
  accepts: ["Start"],
  config: { source: "" },
  retry: { maxAttempts: 3, wait: { fixedMs: 1 } },
};

/** Every name that the product itself gives a failure; scenarios give others. */
function givenNames(): readonly string[] {
  const names = new Set<string>(Object.values(failureNames));
  for (const folder of ["steps", "engine", "runtime", "runner"]) {
    const root = new URL(`../${folder}/`, import.meta.url);
    for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".ts") || /\.(test|browser)\.ts$|fixtures|testing|scenario/.test(path)) continue;
      const text = readFileSync(new URL(path, root), "utf8");
      for (const [, name] of text.matchAll(/\bname: "([A-Z][A-Za-z]+Error)"/g)) if (name) names.add(name);
    }
  }
  return [...names].sort();
}

test("every failure that a step may have is said with what can be done about it", () => {
  expect(givenNames().length).toBeGreaterThan(20);
  expect(givenNames().filter((name) => !advisedNames.has(name))).toEqual([]);
});

test.each([
  ["completed", undefined],
  ["waiting", undefined],
  ["retrying", undefined],
  ["cancelled", /may stay/],
  ["ended", /nothing waits/],
  ["rerun", /begins again/],
  ["uncertain", /decide under Answers/],
  ["denied", /allow/],
  ["failed", /A person decided/],
] as const)("an attempt that ended as %s without a failure of its own", (end, said) => {
  if (said === undefined) expect(endAdvice(end)).toBeUndefined();
  else expect(endAdvice(end)).toMatch(said);
});

test("an error of a person's own code leads to its line and its input", () => {
  expect(adviceFor({ name: "TypeError", message: "x is undefined" }, code)).toContain("code of the step");
});

test("a retry that is used up is told apart from a failure that it does not try again", () => {
  const failure = { name: "Error", message: "no" };
  expect(triesText({ attempt: 3, end: "failed", failure }, code)).toBe(
    "That was the last of 3 attempts that its retry allows.",
  );
  expect(triesText({ attempt: 1, end: "failed", failure }, code)).toContain("does not try");
  expect(triesText({ attempt: 1, end: "retrying", failure }, code)).toBeUndefined();
});

test("a run that ended by a limit is said with the limit to change", () => {
  expect(runEndAdvice("timeout", "The run reached its time limit of 5 ms.")).toContain("more time");
  expect(
    runEndAdvice("failure", "The run has begun 10 executions, as many as its limit maxExecutions allows"),
  ).toContain("circle");
  expect(runEndAdvice("failure", "a failed: no")).toBeUndefined();
  expect(runEndAdvice("success", null)).toBeUndefined();
});
