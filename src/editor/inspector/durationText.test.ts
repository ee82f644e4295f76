import fc from "fast-check";
import { expect, test } from "vitest";
import { durationText, readDuration } from "./durationText.ts";

test("durations are read with units, alone as seconds", () => {
  const ms = (text: string) => {
    const read = readDuration(text);
    return read.ok ? read.ms : read.message;
  };
  expect(["5", "500 ms", "1.5s", "2 min 30 s", "1h", "1 d", ""].map(ms)).toEqual([
    5000,
    500,
    1500,
    150_000,
    3_600_000,
    86_400_000,
    null,
  ]);
});

test("what is no duration is refused with an example or the units", () => {
  for (const text of ["soon", "5 x", "-1 s", "1 s later 2", "s"]) expect(readDuration(text).ok, text).toBe(false);
});

test("what is written back reads as the same duration", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (ms) => {
      expect(readDuration(durationText(ms))).toEqual({ ok: true, ms });
    }),
  );
  expect([500, 1500, 150_000, 3_600_000, 600_000].map(durationText)).toEqual([
    "500 ms",
    "1.5 s",
    "2 min 30 s",
    "1 h",
    "10 min",
  ]);
});
