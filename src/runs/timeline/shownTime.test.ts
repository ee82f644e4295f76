import { expect, test } from "vitest";
import { closeGaps, gapsIn } from "./shownTime.ts";

const ticks = (...list: readonly number[]) => list.map((at) => ({ tick: { at } }));

test("a run that is no fork is shown at its own times", () => {
  expect(closeGaps(gapsIn([], ticks(0, 5)))).toBeUndefined();
});

test("what a fork copied stands right before it, and what came afterwards where it was", () => {
  const shown = closeGaps(gapsIn([3], ticks(0, 10, 1_000, 1_005)));
  expect([0, 10, 1_000, 1_005].map((at) => shown?.(at))).toEqual([990, 1_000, 1_000, 1_005]);
  expect(shown?.(500)).toBe(1_000);
});

test("a fork of a fork closes both gaps, and no tick comes before an earlier one", () => {
  const entries = ticks(0, 10, 1_000, 1_005, 9_000, 9_001);
  const shown = closeGaps(gapsIn([3, 5], entries));
  const times = entries.map(({ tick }) => shown?.(tick.at) ?? 0);
  expect(times).toEqual([8_985, 8_995, 8_995, 9_000, 9_000, 9_001]);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});
