import { expect, test } from "vitest";
import { changedKeys, knownChanges, withChanges } from "./changedKeys.ts";

const [a, b, c] = [{}, {}, {}];

test("a table made of another knows what changed, and only against that one", () => {
  const first = { a, b };
  const second = withChanges(first, { b: c, a: null });
  expect(second).toEqual({ b: c });
  expect(first).toEqual({ a, b });
  expect(knownChanges(second, first)).toEqual(["b", "a"]);
  expect(knownChanges(second, second)).toEqual([]);
  expect(knownChanges(withChanges(second, { a }), first)).toBeUndefined();
  expect(withChanges(first, {})).toBe(first);
});

test("tables that were made in another way are compared: what changed, what came, what went", () => {
  expect(changedKeys({ a, b: c, d: a }, { a, b, e: b })).toEqual(["b", "d", "e"]);
  expect(changedKeys({ a, b }, { a, b })).toEqual([]);
});
