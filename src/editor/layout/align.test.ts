import { expect, test } from "vitest";
import { aligned, distributed } from "./align.ts";

const rects = new Map([
  ["a", { x: 0, y: 0, width: 100, height: 40 }],
  ["b", { x: 130, y: 60, width: 200, height: 80 }],
  ["c", { x: 500, y: 200, width: 100, height: 40 }],
]);
const xs = (points: ReadonlyMap<string, { x: number }>) => ["a", "b", "c"].map((id) => points.get(id)?.x);
const ys = (points: ReadonlyMap<string, { y: number }>) => ["a", "b", "c"].map((id) => points.get(id)?.y);

test("aligned things share an edge or their middle, and keep their other place", () => {
  expect(xs(aligned(rects, "left"))).toEqual([0, 0, 0]);
  expect(xs(aligned(rects, "right"))).toEqual([500, 400, 500]);
  expect(xs(aligned(rects, "centre"))).toEqual([250, 200, 250]);
  expect(ys(aligned(rects, "top"))).toEqual([0, 0, 0]);
  expect(ys(aligned(rects, "bottom"))).toEqual([200, 160, 200]);
  expect(ys(aligned(rects, "middle"))).toEqual([100, 80, 100]);
  expect(ys(aligned(rects, "left"))).toEqual([0, 60, 200]);
});

test("distributed things have the same room between them, and the outermost stay", () => {
  expect(xs(distributed(rects, "horizontal"))).toEqual([0, 200, 500]);
  expect(ys(distributed(rects, "vertical"))).toEqual([0, 80, 200]);
});

test("fewer than three things have nothing to distribute", () => {
  expect(distributed(new Map([...rects].slice(0, 2)), "horizontal").size).toBe(0);
});

const pile = new Map([
  ["a", { x: 0, y: 0, width: 100, height: 40 }],
  ["b", { x: 0, y: 60, width: 100, height: 40 }],
  ["c", { x: 240, y: 120, width: 100, height: 40 }],
]);

test("cards of a column that are aligned in a row stand beside each other; what was apart stays where it was", () => {
  const points = aligned(pile, "top");
  expect(ys(points)).toEqual([0, 0, 0]);
  expect(xs(points)).toEqual([0, 124, 240]);
  expect(xs(aligned(pile, "left"))).toEqual([0, 0, 0]);
  expect(ys(aligned(pile, "left"))).toEqual([0, 60, 120]);
});

test("cards of a row that are distributed without room give way; a staircase keeps its ends", () => {
  const row = new Map([...pile].map(([id, rect], i) => [id, { ...rect, x: i * 50, y: 0 }]));
  expect(xs(distributed(row, "horizontal"))).toEqual([0, 124, 248]);
  const stairs = new Map([...pile].map(([id, rect], i) => [id, { ...rect, x: i * 50 }]));
  expect(xs(distributed(stairs, "horizontal"))).toEqual([0, 52, 100]);
});
