import { expect, test } from "vitest";
import { engineWorkerName, loadsAhead } from "./engineWorker.ts";

test("a worker loads nothing ahead where data is to be saved", () => {
  expect(loadsAhead(engineWorkerName(false))).toBe(true);
  expect(loadsAhead(engineWorkerName(true))).toBe(false);
});
