import { expect, test } from "vitest";
import type { Attempt } from "../attempt.ts";
import {
  barAt,
  barBeside,
  firstEndingAfter,
  laneHeight,
  laneTop,
  maxLanes,
  placeRows,
  rowsBetween,
} from "./placement.ts";
import { tickAtTime } from "./tickAtTime.ts";
import type { Bar } from "./timelineBars.ts";

const bar = (execution: string, from: number, to: number): Bar => ({
  kind: "success",
  from,
  to,
  open: false,
  attempt: { execution } as Attempt,
});
const rows = placeRows([
  { step: "a", lanes: [[bar("x1", 0, 10), bar("x2", 20, 30)], [bar("x3", 5, 25)]] },
  { step: "b", lanes: [[bar("x4", 40, 50)]] },
  { step: "c", lanes: Array.from({ length: 20 }, () => []) },
]);
const executionOf = (hit: ReturnType<typeof barAt>) => hit?.bar.attempt.execution;

test("rows stand below each other, and only so many lanes of a step are drawn", () => {
  expect(rows.map(({ top, height }) => [top, height])).toEqual([
    [0, 2 * laneHeight + 6],
    [2 * laneHeight + 6, laneHeight + 6],
    [3 * laneHeight + 12, maxLanes * laneHeight + 6],
  ]);
  expect(rowsBetween(rows, 0, 10).map(({ row }) => row.step)).toEqual(["a"]);
});

test("a point hits its bar, or one within a few pixels, and nothing between lanes or far away", () => {
  const y = (row: number, lane: number) => laneTop(rows[row] ?? rows[0] ?? (undefined as never), lane) + 8;
  expect(executionOf(barAt(rows, { at: 25, y: y(0, 0) }, 0.1))).toBe("x2");
  expect(executionOf(barAt(rows, { at: 10.3, y: y(0, 0) }, 0.1))).toBe("x1");
  expect(executionOf(barAt(rows, { at: 6, y: y(0, 1) }, 0.1))).toBe("x3");
  expect(barAt(rows, { at: 15, y: y(0, 0) }, 0.1)).toBeNull();
  expect(barAt(rows, { at: 45, y: 10_000 }, 0.1)).toBeNull();
});

test("arrow keys lead along a lane, and to the lane above and below at about the same time", () => {
  const first = barBeside(rows, null, "right");
  expect(executionOf(first)).toBe("x1");
  const second = barBeside(rows, first, "right");
  expect(executionOf(second)).toBe("x2");
  expect(barBeside(rows, second, "right")).toBeNull();
  const below = barBeside(rows, second, "down");
  expect(executionOf(below)).toBe("x3");
  expect(executionOf(barBeside(rows, below, "down"))).toBe("x4");
  expect(executionOf(barBeside(rows, barBeside(rows, below, "down"), "up"))).toBe("x3");
});

test("the first bar that can be seen is found without looking at those before", () => {
  const lane = [bar("x1", 0, 10), bar("x2", 20, 30), bar("x3", 30, 40)];
  expect([0, 10, 11, 30, 99].map((at) => firstEndingAfter(lane, at))).toEqual([0, 0, 1, 1, 3]);
});

test("a time leads to the last tick up to it", () => {
  const entries = [0, 5, 5, 9].map((at, index) => ({
    tick: { seq: index + 1, at, kind: "resume-requested" } as const,
  }));
  expect([-1, 0, 4, 5, 8, 100].map((at) => tickAtTime(entries, at))).toEqual([1, 1, 1, 3, 3, 4]);
});
