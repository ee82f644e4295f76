import { expect, test } from "vitest";
import { freeSpot } from "./freeSpot.ts";

const size = { width: 100, height: 50 };
const card = (x: number, y: number) => ({ x, y, width: 80, height: 40 });

test("the first spot that covers nothing is taken", () => {
  const spots = [0, 60, 120].map((y) => ({ x: 0, y }));
  expect(freeSpot(spots, size, [])).toEqual({ x: 0, y: 0 });
  expect(freeSpot(spots, size, [card(10, 0), card(300, 60)])).toEqual({ x: 0, y: 60 });
});

test("where everything is full there is none", () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 70, y: 0 },
  ];
  expect(freeSpot(spots, size, [card(0, 0), card(160, 0)])).toBeNull();
  expect(freeSpot([], size, [])).toBeNull();
});
