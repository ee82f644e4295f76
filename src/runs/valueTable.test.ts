import { expect, test } from "vitest";
import { tableOf } from "./valueTable.ts";

test("a list of objects is a table with all their keys, in order of appearance", () => {
  const table = tableOf([{ a: 1 }, { b: null, a: 2 }]);
  expect(table?.columns).toEqual(["a", "b"]);
  expect(table?.rows.map((row) => [row.get("a"), row.get("b")])).toEqual([
    [1, undefined],
    [2, null],
  ]);
});

test("everything else is none", () => {
  const wide = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`c${index}`, index]));
  for (const value of [null, 1, "x", {}, [], [{}], [1], [[1]], [{ a: 1 }, null], [wide]])
    expect(tableOf(value)).toBeNull();
});

test("odd keys are columns like any other", () => {
  expect(tableOf(JSON.parse('[{"__proto__": 1, "constructor": 2}]'))?.columns).toEqual(["__proto__", "constructor"]);
});
