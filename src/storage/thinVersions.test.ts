import fc from "fast-check";
import { expect, test } from "vitest";
import { thinVersions } from "./thinVersions.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const versions = (...ages: number[]) => ages.map((age, index) => ({ revision: index + 1, at: 1000 * day - age }));
const dropped = (atMost: number, ...ages: number[]) => thinVersions(versions(...ages), 1000 * day, atMost);

test("of the last hour every version stays", () => {
  expect(dropped(100, 50 * minute, 40 * minute, 39 * minute, minute)).toEqual([]);
});

test("older ones stay one by one in stretches of time, the last of each", () => {
  expect(dropped(100, 125 * minute, 122 * minute, 121 * minute, 109 * minute)).toEqual([1, 2]);
  expect(dropped(100, 3.9 * day, 3.5 * day, 2.5 * day)).toEqual([1]);
});

test("there are never more than the bound, and the newest is always there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 900 * day }), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      (ages, atMost) => {
        const all = ages.toSorted((a, b) => b - a);
        const gone = new Set(dropped(atMost, ...all));
        expect(all.length - gone.size).toBeLessThanOrEqual(atMost);
        expect(gone.has(all.length)).toBe(false);
      },
    ),
  );
});
