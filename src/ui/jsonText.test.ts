import { expect, test } from "vitest";
import { jsonLine, jsonPath } from "./jsonText.ts";

test("a line holds no break and is cut", () => {
  expect(jsonLine({ a: [1, "x\ny"] })).toBe('{"a":[1,"x\\ny"]}');
  expect(jsonLine("one\n two", 5)).toBe("one …");
});

test("a path reads as in an expression, odd keys in backticks", () => {
  expect(jsonPath(["a", "b", 0, "odd key"])).toBe("a.b[0].`odd key`");
  expect(jsonPath([])).toBe("");
});
