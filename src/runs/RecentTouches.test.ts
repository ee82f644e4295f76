import { expect, test } from "vitest";
import { RecentTouches } from "./RecentTouches.ts";

test("the steps of all later ticks are known, once each", () => {
  const touches = new RecentTouches();
  touches.note("a", 1);
  touches.note("a", 2);
  touches.note("b", 2);
  touches.note("c", 3);
  expect(touches.since(0)).toEqual(new Set(["a", "b", "c"]));
  expect(touches.since(1)).toEqual(new Set(["a", "b", "c"]));
  expect(touches.since(2)).toEqual(new Set(["c"]));
  expect(touches.since(3)).toEqual(new Set());
});

test("of each step the last tick is known that was about it", () => {
  const touches = new RecentTouches();
  for (let seq = 1; seq <= 5_000; seq++) touches.note(seq === 7 ? "a" : "b", seq);
  expect([touches.lastOf("a"), touches.lastOf("b"), touches.lastOf("c")]).toEqual([7, 5_000, 0]);
});

test("who is too far behind hears that it may be any step", () => {
  const touches = new RecentTouches();
  for (let seq = 1; seq <= 5_000; seq++) touches.note(`s${seq}`, seq);
  expect(touches.since(0)).toBeUndefined();
  expect(touches.since(3_000)).toBeUndefined();
  expect(touches.since(4_998)).toEqual(new Set(["s4999", "s5000"]));
});
