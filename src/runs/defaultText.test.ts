import { expect, test } from "vitest";
import { defaultText } from "./defaultText.ts";

test("what counts without an answer is told by the names of the form's fields", () => {
  const schema = { properties: { name: { title: "Who pays" }, rows: { type: "array" } } };
  expect(defaultText({ name: "the boss", rows: [] }, schema)).toBe("Who pays: “the boss”, rows: []");
  expect(defaultText({ toString: 1 }, schema)).toBe("toString: 1");
});

test("a choice and a value without fields are told as they are", () => {
  expect(defaultText("red", undefined)).toBe("“red”");
  expect(defaultText({}, undefined)).toBe("{}");
  expect(defaultText([1], true)).toBe("[1]");
});
