import { expect, test } from "vitest";
import { rowsWith, tableOf, tablesIn } from "./valueTable.ts";

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

test("lists inside of a value are tables, too: the first few, by name", () => {
  const list = [{ a: 1 }];
  expect(tablesIn(list).map(({ name }) => name)).toEqual([null]);
  expect(tablesIn({ n: 1, b: list, c: list, d: list, e: list }).map(({ name }) => name)).toEqual(["b", "c", "d"]);
  expect(tablesIn("x")).toEqual([]);
});

test("a search keeps the rows in which the text stands, with their numbers", () => {
  const table = tableOf([{ name: "Bolt" }, { name: "Nut", tags: ["bolt"] }, { name: "Nail", n: 42 }]);
  const found = (wanted: string) => table && rowsWith(table, wanted).map(({ index }) => index);
  expect([found(""), found("BOLT"), found(" 42 "), found("name")]).toEqual([[0, 1, 2], [0, 1], [2], []]);
});
