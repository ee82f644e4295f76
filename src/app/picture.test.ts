import fc from "fast-check";
import { expect, test } from "vitest";
import { fitPicture } from "./picture.ts";

const box = { width: 280, height: 84, node: [34, 16], margin: 8 } as const;

test("every node stands inside the picture", () => {
  const coordinate = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1 }), (points) => {
      for (const [x, y] of fitPicture(points, box)) {
        expect(x).toBeGreaterThanOrEqual(box.margin - 0.01);
        expect(y).toBeGreaterThanOrEqual(box.margin - 0.01);
        expect(x + box.node[0]).toBeLessThanOrEqual(box.width - box.margin + 0.01);
        expect(y + box.node[1]).toBeLessThanOrEqual(box.height - box.margin + 0.01);
      }
    }),
  );
});

test("one node stands in the middle, none gives no picture", () => {
  expect(fitPicture([[500, -70]], box)).toEqual([[123, 34]]);
  expect(fitPicture([], box)).toEqual([]);
});
