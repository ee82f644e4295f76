import { expect, test } from "vitest";
import { revealView } from "./revealView.ts";

const frame = { width: 1000, height: 600 };
const view = { x: 0, y: 0, zoom: 1 };
const card = (x: number, y: number) => ({ x, y, width: 232, height: 82 });

test("a card that is seen moves nothing", () => {
  expect(revealView(card(100, 100), { x: 0, y: 0, width: 5000, height: 82 }, view, frame)).toBeNull();
});

test("while all cards fit at a readable size, all are shown", () => {
  const all = { x: 0, y: 100, width: 1300, height: 82 };
  const next = revealView(card(1068, 100), all, view, frame);
  expect(next?.zoom).toBeCloseTo(920 / 1300);
  expect((next?.x ?? 0) + 1300 * (next?.zoom ?? 0)).toBeLessThanOrEqual(1000);
});

test("in a wide workflow the view moves as little as needed and keeps its zoom", () => {
  const all = { x: 0, y: 0, width: 9000, height: 400 };
  expect(revealView(card(1200, 100), all, view, frame)).toEqual({ zoom: 1, x: 960 - 1432, y: 0 });
  expect(revealView(card(-300, 100), all, view, frame)).toEqual({ zoom: 1, x: 340, y: 0 });
});

test("zooming out never happens by zooming in", () => {
  const all = { x: 0, y: 0, width: 700, height: 82 };
  expect(revealView(card(1200, 100), all, { ...view, zoom: 0.8 }, frame)?.zoom).toBe(0.8);
});

test("a card that would lie under the map comes out from under it", () => {
  const all = { x: 0, y: 0, width: 9000, height: 400 };
  const place = card(700, 440);
  expect(revealView(place, all, view, frame)).toEqual({ zoom: 1, x: 0, y: 600 - 124 - 40 - 522 });
  // While all is seen there is no map.
  expect(revealView(place, { x: 0, y: 0, width: 940, height: 530 }, view, frame)).toBeNull();
});
