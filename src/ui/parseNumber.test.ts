import { expect, test } from "vitest";
import { parseNumber } from "./parseNumber.ts";

test("an empty field is no value, not zero", () => {
  expect(parseNumber("  ", {})).toEqual({ ok: true, value: null });
});

test("digits may be grouped by blanks or underscores", () => {
  expect(parseNumber("10 000", {})).toEqual({ ok: true, value: 10_000 });
  expect(parseNumber("1_5.5", {})).toEqual({ ok: true, value: 15.5 });
});

test("what is no decimal number is refused with a sentence", () => {
  for (const text of ["4x", "0x10", "Infinity", "1e999", "--1", "."]) expect(parseNumber(text, {}).ok).toBe(false);
});

test("bounds and wholeness are checked", () => {
  expect(parseNumber("0", { min: 1 })).toEqual({ ok: false, message: "The smallest value is 1." });
  expect(parseNumber("9", { max: 8 })).toEqual({ ok: false, message: "The largest value is 8." });
  expect(parseNumber("1.5", { whole: true }).ok).toBe(false);
  expect(parseNumber("2", { whole: true, min: 1, max: 8 })).toEqual({ ok: true, value: 2 });
});

test("a number that would be rounded is refused, not changed", () => {
  for (const text of ["9007199254740993", "0.12345678901234567890", "1e-400"]) {
    expect(parseNumber(text, {})).toEqual({ ok: false, message: expect.stringContaining("digits") });
  }
  for (const text of ["9007199254740992", "1e21", "0.0000001", "120.50"]) expect(parseNumber(text, {}).ok).toBe(true);
});
