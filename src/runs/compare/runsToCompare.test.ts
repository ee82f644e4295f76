import { expect, test } from "vitest";
import type { RunSummary } from "../../protocol/storedRun.ts";
import { runsToCompare } from "./runsToCompare.ts";

const run = (id: string, over: Partial<RunSummary> = {}): RunSummary => ({
  id,
  workflowId: "w",
  name: "One",
  number: 1,
  lifecycle: "completed",
  outcome: "success",
  createdAt: 0,
  seq: 1,
  needsYou: 0,
  ...over,
});

test("kin come first, then the newest runs of the workflow, and no others", () => {
  const here = run("here", { forkOf: { id: "origin", number: 1, seq: 3 } });
  const runs = [
    run("new", { createdAt: 9 }),
    run("old", { createdAt: 2 }),
    here,
    run("fork", { createdAt: 1, forkOf: { id: "here", number: 1, seq: 2 } }),
    run("origin"),
    run("other", { workflowId: "v", name: "Two", createdAt: 99 }),
  ];
  expect(runsToCompare(here, runs).map(({ id }) => id)).toEqual(["origin", "fork", "new", "old"]);
});

test("an imported run is compared with runs of the same name", () => {
  const { workflowId: _none, ...imported } = run("imported");
  expect(runsToCompare(imported, [run("a"), run("b", { name: "Two" })]).map(({ id }) => id)).toEqual(["a"]);
});
