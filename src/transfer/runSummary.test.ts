import { expect, test } from "vitest";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import { importedSummary } from "./runSummary.ts";

test("why a run failed names its step as the list of runs knows it", () => {
  const run = new PlayedRun(workflowOf({ check: { title: "Check the sum", accepts: ["Start"] } }));
  run.start();
  run.finish(run.on("check"), [{ kind: "fail", failure: { name: "Error", message: "98 is too large" } }]);
  const summary = importedSummary(run.plan, { id: "r", createdAt: 0, number: 1 }, run.state, run.journal.at(-1));
  expect(summary).toMatchObject({ outcome: "failure", line: "“Check the sum” failed: 98 is too large" });
});
