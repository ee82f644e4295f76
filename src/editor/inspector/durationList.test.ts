import { expect, test } from "vitest";
import { readDurations } from "./durationList.ts";

test("a list of waits is read with its units; what is no duration says so", () => {
  expect(readDurations("1 s, 500 ms, 2 min")).toEqual([1_000, 500, 120_000]);
  expect(readDurations(" 3 ,")).toEqual([3_000]);
  expect(readDurations("1 s, soon")).toMatch(/duration|unit/);
  expect(readDurations("")).toContain("at least one");
});
