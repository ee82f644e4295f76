import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import { TimeTravel } from "../engine/TimeTravel.ts";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { shownAt } from "./moment.ts";
import type { ShownRun } from "./runFeed.ts";

const workflow = workflowOf({ a: { accepts: ["Start"], emits: { done: "Stop" } } });

function ended(): { readonly travel: TimeTravel; readonly now: ShownRun } {
  const run = new PlayedRun(workflow);
  run.start();
  run.finish(run.on("a"), [{ kind: "return", value: { type: "Stop", data: 7 } }]);
  const travel = new TimeTravel(planWorkflow(workflow, { unlimited: true }));
  for (const tick of run.journal) travel.add(tick);
  const summary = { id: "r", lifecycle: "completed", outcome: "success", seq: 2, endedAt: 9, line: "7" } as RunSummary;
  const hold = { kind: "storage", message: "full" } as const;
  return { travel, now: { kind: "shown", seq: 2, view: travel.viewAt(2), owner: "none", holds: [hold], summary } };
}

test("a moment of the past is the run as it was, without what only the present knows", () => {
  const { travel, now } = ended();
  const past = shownAt(now, 1, travel);
  expect(past).toMatchObject({ seq: 1, holds: [], summary: { lifecycle: "running", outcome: null, seq: 1 } });
  expect(past.kind === "shown" && past.view.steps.a?.status).toBe("running");
  expect(past.kind === "shown" && past.summary).not.toHaveProperty("endedAt");
});

test("without a moment, or before anything is known, the present is shown", () => {
  const { travel, now } = ended();
  expect(shownAt(now, null, travel)).toBe(now);
  expect(shownAt({ kind: "waiting" }, 1, travel)).toEqual({ kind: "waiting" });
});

test("a moment that was not read yet is shown as far as the journal was read", () => {
  const { travel, now } = ended();
  expect(shownAt(now, 500, travel)).toMatchObject({ seq: 2, summary: { lifecycle: "completed", endedAt: 9 } });
});
