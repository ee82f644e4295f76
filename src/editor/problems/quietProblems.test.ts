import { expect, test } from "vitest";
import type { Problem } from "../../workflow/problem.ts";
import { quietProblems } from "./quietProblems.ts";

const problem = (step: string | undefined, message: string): Problem => ({
  rule: "V8",
  severity: "error",
  pointer: `/steps/${step}/config`,
  message,
  ...(step !== undefined && { step }),
});
const [old, fresh, elsewhere] = [problem("a", "old"), problem("a", "fresh"), problem("b", "elsewhere")];

test("while somebody types, no new problem shows at that step; everywhere else it does", () => {
  expect(quietProblems([old], [old, fresh, elsewhere], "a")).toEqual([old, elsewhere]);
  expect(quietProblems([old], [old, fresh, elsewhere], null)).toEqual([old, fresh, elsewhere]);
});

test("what is mended goes at once", () => {
  expect(quietProblems([old, elsewhere], [elsewhere], "a")).toEqual([elsewhere]);
});

test("problems of the workflow itself wait for who types in the start's form", () => {
  expect(quietProblems([], [problem(undefined, "input")], "Start")).toEqual([]);
});
