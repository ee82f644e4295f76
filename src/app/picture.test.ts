import fc from "fast-check";
import { expect, test } from "vitest";
import { fitPicture, nodeWidth, wirePath } from "./picture.ts";

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

test("nodes of neighbouring columns never cover each other unless they are as small as may be", () => {
  const bounds = { least: 36, most: 132, gap: 20 };
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 3_000 }), { minLength: 2, maxLength: 12 }), (xs) => {
      const points = xs.map((x) => [x, 0] as const);
      const width = nodeWidth(points, box, bounds);
      if (width === bounds.least) return;
      const placed = fitPicture(points, { ...box, node: [width, 16] }).map(([x]) => x);
      const sorted = placed.sort((a, b) => a - b);
      const scale = (Math.max(...placed) - Math.min(...placed)) / (Math.max(...xs) - Math.min(...xs));
      // A workflow smaller than the picture is not blown up.
      if (scale > 0.999) return;
      sorted.slice(1).forEach((x, index) => {
        expect(x - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(width);
      });
    }),
  );
});

test("a wire that leads back goes above its nodes, and leaves them by a few pixels only", () => {
  const node = [34, 16] as const;
  const path = wirePath([200, 40], [60, 20], node);
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([53, 241]);
  expect(Math.min(...ys)).toBe(13);
  // Nodes that stand so close that they cover each other are still in their order.
  expect(wirePath([200, 40], [220, 20], node)).not.toContain("L");
});
