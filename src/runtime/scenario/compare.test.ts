import fc from "fast-check";
import { expect, test } from "vitest";
import { compareLines, compareSubset, compareUnordered } from "./compare.ts";

test("equal lines differ in nothing; a missing and an added line are marked where they stand", () => {
  expect(compareLines(["a", "b"], ["a", "b"])).toEqual([]);
  expect(compareLines(["a", "b", "c"], ["a", "x", "c"])).toEqual(["  a", "- b", "+ x", "  c"]);
  expect(compareLines([], ["idle"])).toEqual(["+ idle"]);
});

test("an expected blocked end without a reason matches any reason, and nothing else does", () => {
  expect(compareLines(["end blocked"], ["end blocked the join of a lacks B"])).toEqual([]);
  expect(compareUnordered(["end blocked"], ["end blocked why"])).toEqual([]);
  expect(compareLines(["end blocked because"], ["end blocked why"])).not.toEqual([]);
  expect(compareLines(["end failure"], ["end failure why"])).not.toEqual([]);
});

test("a diff always tells both sides whole", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (expected, actual) => {
      const diff = compareLines(expected, actual);
      const side = (mark: string) => diff.filter((line) => line[0] !== mark).map((line) => line.slice(2));
      if (diff.length === 0) expect(actual).toEqual(expected);
      else {
        expect(side("+")).toEqual(expected);
        expect(side("-")).toEqual(actual);
      }
    }),
  );
});

test("unordered lines are a multiset", () => {
  expect(compareUnordered(["a", "b", "a"], ["a", "a", "b"])).toEqual([]);
  expect(compareUnordered(["a", "b"], ["a", "a", "b"])).toEqual(["+ a"]);
  expect(compareUnordered(["a", "a"], ["a"])).toEqual(["- a"]);
});

test("a subset compares objects by the keys given, lists by length and each element as a subset", () => {
  const actual = { a: { b: 1, c: null }, list: [{ x: 1, y: 2 }] };
  expect(compareSubset({ a: { b: 1 }, list: [{ x: 1 }] }, actual, "state")).toEqual([]);
  expect(compareSubset({ a: { c: null } }, actual, "state")).toEqual([]);
  expect(compareSubset({ list: [] }, actual, "state")).toHaveLength(1);
  expect(compareSubset({ a: { d: null } }, actual, "state")).toEqual(["state/a/d: expected null, found nothing"]);
  expect(compareSubset({ list: [{ x: 2 }] }, actual, "state")).toEqual(["state/list/0/x: expected 2, found 1"]);
});
