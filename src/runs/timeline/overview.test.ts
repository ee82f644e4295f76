import { expect, test } from "vitest";
import type { Attempt } from "../attempt.ts";
import { overviewOf } from "./overview.ts";
import { placeRows } from "./placement.ts";
import type { Bar, BarKind } from "./timelineBars.ts";

const bar = (kind: BarKind, from: number, to: number, open = false): Bar => ({
  kind,
  from,
  to,
  open,
  attempt: { execution: "x" } as Attempt,
});

test("each column says how much was busy at once, where something failed, and where something waited", () => {
  const rows = placeRows([
    { step: "a", lanes: [[bar("queued", 0, 10), bar("success", 10, 39), bar("failure", 60, 79)]] },
    { step: "b", lanes: [[bar("success", 20, 59), bar("retry", 80, 89)]] },
  ]);
  expect(overviewOf(rows, { from: 0, to: 100 }, 10, 100)).toEqual({
    busy: [0, 1, 2, 2, 1, 1, 1, 1, 0, 0],
    failed: [false, false, false, false, false, false, false, true, false, false],
    waits: [false, false, false, false, false, false, false, false, true, false],
    most: 2,
  });
});

test("what still runs reaches to now, and nothing is drawn outside of the run", () => {
  const rows = placeRows([{ step: "a", lanes: [[bar("running", 50, 60, true), bar("success", -5, 500)]] }]);
  expect(overviewOf(rows, { from: 0, to: 100 }, 4, 99).busy).toEqual([1, 1, 2, 2]);
});
