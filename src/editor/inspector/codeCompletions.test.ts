import { expect, test } from "vitest";
import { memberCompletions } from "./codeCompletions.ts";

const labels = (path: string) => memberCompletions(path, ["count", "two-words"]).map(({ label }) => label);

test("the context, the event and earlier results are completed", () => {
  expect(labels("ctx")).toContain("wait");
  expect(labels("event")).toEqual(["type", "data"]);
  expect(labels("ctx.steps")).toEqual(["count"]);
  expect(labels("ctx.steps.count")).toContain("output");
  expect(labels("Math")).toEqual([]);
});
