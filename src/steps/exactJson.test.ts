import { expect, test } from "vitest";
import { exactCopy } from "./exactJson.ts";

test("a value that JSON holds comes back as it is, __proto__ and constructor included", () => {
  const text = '{"__proto__":{"a":[1,null,true,"x"]},"constructor":1.5}';
  const exact = exactCopy(JSON.parse(text), "it");
  expect(JSON.stringify(exact.ok && exact.value)).toBe(text);
});
test("hidden properties of a list do not come along", () => {
  const list = Object.assign([1], { sequence: true });
  expect(exactCopy(list, "it")).toStrictEqual({ ok: true, value: [1] });
});
test("what would change is refused with its place", () => {
  const odd: readonly (readonly [unknown, string])[] = [
    [{ a: [2 ** 53] }, "it.a[0] is an integer"],
    [Number.POSITIVE_INFINITY, "it is Infinity, which JSON cannot hold"],
    [{ "a b": "\ud800" }, 'it["a b"] holds half'],
    [{ f: () => 1 }, "it.f is a function"],
    [[undefined], "it[0] has no value"],
    [{ g: { _jsonata_lambda: true } }, "it.g is a function"],
  ];
  for (const [value, message] of odd) {
    expect(exactCopy(value, "it")).toEqual({ ok: false, message: expect.stringContaining(message) });
  }
});
