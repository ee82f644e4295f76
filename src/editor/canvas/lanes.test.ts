import { expect, test } from "vitest";
import { lanesOf, type Way } from "./lanes.ts";

const card = (x: number, y: number) => ({ x, y, width: 232, height: 82 });
const back = (id: string, from: readonly [number, number], to: readonly [number, number]): Way => ({
  id,
  sourceX: from[0],
  sourceY: from[1],
  targetX: to[0],
  targetY: to[1],
});

test("a way back runs closely below the cards it passes", () => {
  const row = [card(0, 0), card(312, 0), card(624, 0)];
  expect(lanesOf([back("w", [856, 28], [0, 28])], row).get("w")?.y).toBe(96);
});

test("a way to the next line of cards runs between the lines", () => {
  const lines = [card(0, 0), card(312, 0), card(0, 180), card(312, 180)];
  const lane = lanesOf([back("w", [544, 28], [0, 208])], lines).get("w")?.y ?? 0;
  expect(lane).toBeGreaterThan(82);
  expect(lane).toBeLessThan(180);
});

test("a card in the way is gone around, whatever stands beside", () => {
  const cards = [card(0, 0), card(624, 0), card(312, 100), card(312, 190)];
  const lane = lanesOf([back("w", [856, 28], [0, 28])], cards).get("w")?.y ?? 0;
  for (const { y, height } of cards) expect(lane > y - 1 && lane < y + height + 1).toBe(false);
});

test("ways back that share a stretch run beside each other", () => {
  const row = [card(0, 0), card(312, 0), card(624, 0)];
  const lanes = lanesOf([back("a", [856, 28], [0, 28]), back("b", [544, 28], [0, 28])], row);
  expect(Math.abs((lanes.get("a")?.y ?? 0) - (lanes.get("b")?.y ?? 0))).toBeGreaterThanOrEqual(9);
});

test("a wire that leads on is a curve, unless it would run over a card", () => {
  const row = [card(0, 0), card(312, 0), card(624, 0)];
  expect(lanesOf([back("next", [232, 28], [312, 28])], row).size).toBe(0);
  const over = lanesOf([back("over", [232, 28], [624, 28])], row).get("over");
  expect(over?.y).toBe(96);
});

test("the way down to a lane keeps clear of the cards beside it", () => {
  const cards = [card(0, 0), card(624, 0), card(780, 110), card(0, 400)];
  const lane = lanesOf([back("w", [856, 28], [0, 428])], cards).get("w");
  const x = 856 + (lane?.out ?? 0);
  expect(lane?.y).toBeGreaterThan(192);
  expect(x < 780 || x > 1012).toBe(true);
});

test("an open frame is in the way of wires that pass it, not of those that begin or end in it", () => {
  const frame = { x: -40, y: -60, width: 1000, height: 300 };
  const row = [card(0, 0), card(624, 0)];
  const inside = { ...back("in", [232, 28], [624, 40]) };
  expect(lanesOf([inside], row, [frame]).size).toBe(0);
  const past = { ...back("past", [-300, 100], [1300, 100]) };
  const lane = lanesOf([past], row, [frame]).get("past")?.y ?? 100;
  expect(lane < frame.y || lane > frame.y + frame.height).toBe(true);
});
