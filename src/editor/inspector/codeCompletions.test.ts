import { expect, test } from "vitest";
import { memberCompletions } from "./codeCompletions.ts";

const labels = (path: string) => memberCompletions(path).map(({ label }) => label);

test("the context, the event and the store are completed, nothing else", () => {
  expect(labels("ctx")).toContain("wait");
  expect(labels("event")).toEqual(["type", "data"]);
  expect(labels("ctx.store")).toEqual(["get", "set", "update", "delete"]);
  expect(labels("Math")).toEqual([]);
  expect(labels("constructor")).toEqual([]);
});
