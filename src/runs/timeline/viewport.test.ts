import fc from "fast-check";
import { expect, test } from "vitest";
import { movedByKey, panned, revealing, wholeSpan, zoomed } from "./viewport.ts";

const whole = { from: 1_000, to: 101_000 };

test("zooming keeps the time under the pointer where it is", () => {
  const near = zoomed(whole, 0.5, 51_000, whole);
  expect(near).toEqual({ from: 26_000, to: 76_000 });
  expect(zoomed(near, 2, 30_000, whole)).toEqual(whole);
});

test("no zoom or move shows a time outside of the run", () => {
  const span = fc.record({
    from: fc.integer({ min: 1_000, max: 90_000 }),
    length: fc.integer({ min: 5, max: 10_000 }),
  });
  fc.assert(
    fc.property(
      span,
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      fc.integer({ min: -1e6, max: 1e6 }),
      (s, f, by) => {
        const seen = { from: s.from, to: s.from + s.length };
        for (const next of [zoomed(seen, f, (seen.from + seen.to) / 2, whole), panned(seen, by, whole)]) {
          expect(next.from).toBeGreaterThanOrEqual(whole.from - 1e-6);
          expect(next.to).toBeLessThanOrEqual(whole.to + 1e-6);
          expect(next.to).toBeGreaterThan(next.from);
        }
      },
    ),
  );
});

test("a bar is brought into view only when it is not in it", () => {
  const span = { from: 1_000, to: 11_000 };
  expect(revealing(span, { from: 2_000, to: 3_000 }, whole)).toBe(span);
  expect(revealing(span, { from: 50_000, to: 51_000 }, whole)).toEqual({ from: 45_500, to: 55_500 });
});

test("a run that has just begun is not blown up to the whole width", () => {
  expect(wholeSpan(0, 10)).toEqual({ from: 0, to: 1_040 });
});

test("keys move the part that is shown to both ends, and leave all others alone", () => {
  const span = { from: 21_000, to: 31_000 };
  expect(movedByKey("ArrowLeft", span, whole)).toEqual({ from: 19_000, to: 29_000 });
  expect(movedByKey("Home", span, whole)).toEqual({ from: 1_000, to: 11_000 });
  expect(movedByKey("End", span, whole)).toEqual({ from: 91_000, to: 101_000 });
  expect(movedByKey("f", span, whole)).toBe(whole);
  expect(movedByKey("Tab", span, whole)).toBeNull();
});
