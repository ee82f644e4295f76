import { expect, test } from "vitest";
import { lanesOf, type WayBack } from "./lanes.ts";

const card = (x: number, y: number) => ({ x, y, width: 232, height: 82 });
const back = (id: string, from: readonly [number, number], to: readonly [number, number]): WayBack => ({
  id,
  sourceX: from[0],
  sourceY: from[1],
  targetX: to[0],
  targetY: to[1],
});

test("a way back runs closely below the cards it passes", () => {
  const row = [card(0, 0), card(312, 0), card(624, 0)];
  expect(lanesOf([back("w", [856, 28], [0, 28])], row).get("w")).toBe(96);
});

test("a way to the next line of cards runs between the lines", () => {
  const lines = [card(0, 0), card(312, 0), card(0, 180), card(312, 180)];
  const lane = lanesOf([back("w", [544, 28], [0, 208])], lines).get("w") ?? 0;
  expect(lane).toBeGreaterThan(82);
  expect(lane).toBeLessThan(180);
});

test("a card in the way is gone around, whatever stands beside", () => {
  const cards = [card(0, 0), card(624, 0), card(312, 100), card(312, 190)];
  const lane = lanesOf([back("w", [856, 28], [0, 28])], cards).get("w") ?? 0;
  for (const { y, height } of cards) expect(lane > y - 1 && lane < y + height + 1).toBe(false);
});

test("ways back that share a stretch run beside each other", () => {
  const row = [card(0, 0), card(312, 0), card(624, 0)];
  const lanes = lanesOf([back("a", [856, 28], [0, 28]), back("b", [544, 28], [0, 28])], row);
  expect(Math.abs((lanes.get("a") ?? 0) - (lanes.get("b") ?? 0))).toBeGreaterThanOrEqual(9);
});
