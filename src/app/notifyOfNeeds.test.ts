import { expect, test } from "vitest";
import type { RunSummary } from "../protocol/storedRun.ts";
import { needsOf, newNeeds } from "./notifyOfNeeds.ts";

const run = (id: string, needsYou: number): RunSummary => ({
  id,
  name: id,
  number: 1,
  lifecycle: "running",
  outcome: null,
  createdAt: 1,
  seq: 1,
  needsYou,
});

test("a person hears of a run when more of it waits than before, and not of what waited when the page came", () => {
  expect(newNeeds(null, [run("a", 2)])).toEqual([]);
  const before = needsOf([run("a", 1), run("b", 2)]);
  const after = [run("a", 2), run("b", 1), run("c", 1), run("d", 0)];
  expect(newNeeds(before, after).map(({ id }) => id)).toEqual(["a", "c"]);
});
