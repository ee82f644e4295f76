import fc from "fast-check";
import { expect, test } from "vitest";
import { findUnstorable } from "./storable.ts";

test("every JSON value can be stored, however deep", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "grapheme" }), (value) => {
      expect(findUnstorable(value)).toBeNull();
    }),
    { numRuns: 50 },
  );
  let deep: unknown = null;
  for (let level = 0; level < 300; level++) deep = level % 2 === 0 ? [deep] : { in: deep };
  expect(findUnstorable(deep)).toBeNull();
});

const cyclic: { a: { b?: unknown } } = { a: {} };
cyclic.a.b = [cyclic];
let deepBad: unknown = Number.NaN;
for (let level = 0; level < 150; level++) deepBad = [deepBad];

test.for<readonly [string, unknown, string]>([
  ["NaN", { a: [1, Number.NaN] }, "/a/1"],
  ["undefined", { a: undefined }, "/a"],
  ["a hole", { a: [1, undefined] }, "/a/1"],
  ["a function", [() => {}], "/0"],
  ["half of a pair in a text", ["\ud800"], "/0"],
  ["half of a pair in a key", { ok: 1, inside: { "\udc00": 1 } }, "/inside"],
  ["a class instance", { at: new Date(0) }, "/at"],
  ["a symbol as key", { a: { [Symbol("s")]: 1 } }, "/a"],
  ["itself", cyclic, "/a/b/0"],
  ["something bad far down", deepBad, "/0".repeat(150)],
])("%s cannot be stored, and where it stands is said", ([, value, pointer]) => {
  expect(findUnstorable(value)?.pointer).toBe(pointer);
});
