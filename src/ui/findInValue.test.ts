import { expect, test } from "vitest";
import { findInValue } from "./findInValue.ts";
import { jsonPath } from "./jsonText.ts";

const pathsOf = (value: unknown, wanted: string) => findInValue(value, wanted).found.map(({ path }) => jsonPath(path));

test("a text is found in names, texts, numbers and words, capital letters or not, in the order of the value", () => {
  const value = { Name: "a", list: [{ name: "Bolt" }, { count: 42, ok: true }], none: null };
  expect(pathsOf(value, "name")).toEqual(["Name", "list[0].name"]);
  expect(pathsOf(value, "BOLT")).toEqual(["list[0].name"]);
  expect(pathsOf(value, "42")).toEqual(["list[1].count"]);
  expect(pathsOf(value, "tru")).toEqual(["list[1].ok"]);
  expect(pathsOf(value, "null")).toEqual(["none"]);
  expect(pathsOf(value, "")).toEqual([]);
  expect(pathsOf("all of it", "OF")).toEqual([""]);
});

test("of many places the first hundred are named, and that there are more", () => {
  const many = findInValue(
    Array.from({ length: 300 }, () => "x"),
    "x",
  );
  expect([many.found.length, many.more]).toEqual([100, true]);
});

test("a value that is nested deeper than calls can be is searched, too", () => {
  let deep: unknown = "needle";
  for (let depth = 0; depth < 3_000; depth++) deep = [deep];
  expect(findInValue(deep, "needle").found).toHaveLength(1);
});
