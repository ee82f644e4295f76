import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import type { Json } from "../workflow/json.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { loadFindPattern } from "./findPattern.ts";

function planned(retry: Json) {
  const parsed = parseWorkflow(
    { steps: { first: { kind: "scripted", accepts: ["Start"] }, second: { kind: "scripted", accepts: ["A"], retry } } },
    { scenario: true },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

const policy = { maxAttempts: 2, wait: { fixedMs: 1 } };

test.each(["on", "notOn"])("[R19] what `%s` says of messages is found as a regular expression", async (filter) => {
  const find = await loadFindPattern(planned({ ...policy, [filter]: { message: "a+b" } }));
  expect(find("a+b", "xaab")).toBe(true);
  expect(find("^a", "xaab")).toBe(false);
  expect(() => find("(", "x")).toThrow();
  expect(() => find("(?=a)", "a")).toThrow();
});

test("a pattern that would take others for ever takes linear time", async () => {
  const find = await loadFindPattern(planned({ ...policy, on: { message: "x" } }));
  expect(find("(a+)+$", `${"a".repeat(20_000)}!`)).toBe(false);
});

test("a workflow whose policies look at no message loads nothing for it, and asks for nothing", async () => {
  const find = await loadFindPattern(planned({ ...policy, on: { names: ["Error"] } }));
  expect(() => find("a", "a")).toThrow("no retry policy of this workflow");
});
