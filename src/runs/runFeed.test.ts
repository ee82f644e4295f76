import { expect, test } from "vitest";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { StateView } from "../engine/view.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { applyRunUpdates, type RunFeed } from "./runFeed.ts";

const view: StateView = {
  lifecycle: "running",
  outcome: null,
  result: null,
  reason: null,
  needsRecovery: [],
  steps: { a: stepViewOf(), b: stepViewOf() },
  batches: 0,
  store: {},
  timers: [],
};
const summary: RunSummary = {
  id: "r",
  name: "R",
  number: 1,
  lifecycle: "running",
  outcome: null,
  createdAt: 0,
  seq: 1,
  needsYou: 0,
};
const { steps: _, ...run } = view;
const whole: RunFeed = applyRunUpdates({ kind: "waiting" }, [
  { kind: "whole", seq: 1, view, owner: "this-tab", holds: [], summary },
]);

test("changes replace the steps they name and leave every other object as it is", () => {
  const next = applyRunUpdates(whole, [
    {
      kind: "changes",
      seq: 2,
      run: { ...run, store: { x: 1 } },
      steps: { b: stepViewOf({ running: 1, status: "running" }) },
      owner: "other-tab",
      holds: [],
      summary,
    },
  ]);
  expect(next).toMatchObject({ seq: 2, owner: "other-tab", view: { store: { x: 1 }, steps: { b: { running: 1 } } } });
  if (next.kind !== "shown") throw new Error("shown");
  expect(next.view.steps.a).toBe(view.steps.a);
});

test("a change without any step keeps the table of steps", () => {
  const next = applyRunUpdates(whole, [{ kind: "changes", seq: 2, run, steps: {}, owner: "none", holds: [], summary }]);
  expect(next.kind === "shown" && next.view.steps).toBe(view.steps);
});

test("changes before the whole are not taken for it, and a deleted run is gone", () => {
  const changes = { kind: "changes", seq: 2, run, steps: {}, owner: "none", holds: [], summary } as const;
  expect(applyRunUpdates({ kind: "waiting" }, [changes])).toEqual({ kind: "waiting" });
  expect(applyRunUpdates(whole, [{ kind: "gone" }])).toEqual({ kind: "gone" });
});
