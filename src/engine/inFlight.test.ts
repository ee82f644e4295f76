import { expect, test } from "vitest";
import { numberOf } from "./inFlight.ts";

test.for<readonly [unknown, number | undefined]>([
  ["x1", 1],
  ["x10", 10],
  ["x999999999999999", 999_999_999_999_999],
  ["x1000000000000000", undefined],
  ["x0", undefined],
  ["x01", undefined],
  ["x", undefined],
  ["i1", undefined],
  ["x1a", undefined],
  ["x 1", undefined],
  ["x-1", undefined],
  ["x1.5", undefined],
  ["x１", undefined],
  [1, undefined],
  [null, undefined],
])("the number in the id %j of an execution is %j", ([id, number]) => {
  expect(numberOf(id, "x")).toBe(number);
});
