import { expect, test } from "vitest";
import type { Step } from "../../workflow/workflow.ts";
import { earlierSteps, insertables } from "./insertable.ts";

const code = (accepts: string[], done: string): Step => ({
  kind: "code",
  accepts,
  emits: { done },
  config: { source: "" },
});
const steps = {
  a: code(["Start"], "ADone"),
  b: code(["ADone"], "BDone"),
  "two-words": { kind: "command", accepts: ["Start"], emits: { done: "TDone" }, config: { argv: ["x"] } } as Step,
  c: code(["BDone", "TDone"], "CDone"),
  later: code(["CDone"], "LDone"),
};

test("a step sees what comes before it, the nearest first", () => {
  expect(earlierSteps({ steps }, "c")).toEqual(["b", "two-words", "a"]);
  expect(earlierSteps({ steps }, "a")).toEqual([]);
});

test("a loop names every step once", () => {
  const loop = { a: code(["Start", "BDone"], "ADone"), b: code(["ADone"], "BDone") };
  expect(earlierSteps({ steps: loop }, "a")).toEqual(["b"]);
});

test("while a step hangs on nothing it is offered everything", () => {
  expect(earlierSteps({ steps: { ...steps, free: code([], "FDone") } }, "free")).toHaveLength(5);
});

test("names are written as an expression needs them", () => {
  const input = { type: "object", properties: { "first name": { type: "string" } } };
  const expressions = insertables({ format: "tickwork/workflow@1", name: "", input, steps }, "c").map(
    (value) => value.expression,
  );
  expect(expressions).toContain("input.`first name`");
  expect(expressions).toContain("steps.`two-words`.data.stdout");
  expect(expressions).toContain("steps.b.data");
  expect(expressions).not.toContain("steps.later.data");
});
