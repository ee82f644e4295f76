import fc from "fast-check";
import { expect, test } from "vitest";
import { clearBelow } from "./clearBelow.ts";
import { overlap } from "./rect.ts";

const rect = (x: number, y: number) => ({ x, y, width: 100, height: 50 });

test("a block that lies on nothing stays where it is", () => {
  expect(clearBelow(rect(0, 0), [], 10)).toBe(0);
  expect(clearBelow(rect(0, 0), [rect(0, 60), rect(110, 0)], 10)).toBe(0);
});

test("it goes below what it covers, and below what it would cover there", () => {
  expect(clearBelow(rect(0, 0), [rect(20, 20)], 10)).toBe(80);
  expect(clearBelow(rect(0, 0), [rect(20, 20), rect(50, 100)], 10)).toBe(160);
});

test("wherever things stand, it covers none of them afterwards", () => {
  const number = fc.integer({ min: -300, max: 300 });
  const rects = fc.record({ x: number, y: number, width: fc.integer({ min: 1, max: 300 }), height: fc.constant(82) });
  fc.assert(
    fc.property(rects, fc.array(rects, { maxLength: 20 }), (block, things) => {
      const by = clearBelow(block, things, 32);
      expect(by).toBeGreaterThanOrEqual(0);
      expect(things.some((thing) => overlap({ ...block, y: block.y + by }, thing))).toBe(false);
    }),
  );
});
