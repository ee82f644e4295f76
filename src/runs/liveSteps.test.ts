import { expect, test } from "vitest";
import { changedKeys } from "../editor/canvas/changedKeys.ts";
import type { CanvasLive } from "../editor/canvas/live.ts";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { BatchView } from "../engine/view.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Wire } from "../workflow/wires.ts";
import { canvasLive } from "./liveSteps.ts";
import { applyRunUpdates, type RunFeed, type ShownRun } from "./runFeed.ts";
import { RunHistory } from "./runHistory.ts";

const summary: RunSummary = {
  id: "r",
  name: "R",
  number: 1,
  lifecycle: "running",
  outcome: null,
  createdAt: 7,
  seq: 1,
  needsYou: 0,
};
const run = (steps: ShownRun["view"]["steps"], holds: ShownRun["holds"] = []) => ({
  summary,
  holds,
  view: {
    lifecycle: "running",
    outcome: null,
    result: null,
    reason: null,
    needsRecovery: [],
    steps,
    batches: 0,
    store: {},
    timers: [],
  } as ShownRun["view"],
});
const empty: CanvasLive = { steps: {}, startedAt: null };
const wires: Wire[] = [
  { id: "Start:Start:a", kind: "event", from: "Start", port: "done", to: "a", type: "Start", alone: true },
];

test("a step of which nothing changed keeps its object, so its card stays still", () => {
  const [a, b] = [stepViewOf(), stepViewOf()];
  const history = new RunHistory();
  const first = canvasLive(empty, run({ a, b }), history, { wires });
  expect(first.startedAt).toBe(7);
  expect(canvasLive(first, run({ a, b }), history, { wires })).toBe(first);
  const second = canvasLive(first, run({ a, b: stepViewOf({ status: "running", running: 1 }) }), history, { wires });
  expect(second).not.toBe(first);
  expect(second.steps.a).toBe(first.steps.a);
  expect(second.steps.b).not.toBe(first.steps.b);
});

test("a hold changes the step it holds and no other", () => {
  const a = stepViewOf({ status: "running", running: 1, workers: [{ worker: 0, execution: "x1", attempt: 1 }] });
  const b = stepViewOf();
  const history = new RunHistory();
  const first = canvasLive(empty, run({ a, b }), history, { wires });
  const held = canvasLive(first, run({ a, b }, [{ kind: "workspace", execution: "x1" }]), history, { wires });
  expect(held.steps.a?.waitingFor).toEqual({ for: "workspace" });
  expect(held.steps.b).toBe(first.steps.b);
});

test("wires count what went over them once the journal is read", () => {
  const history = new RunHistory();
  const first = canvasLive(empty, run({ a: stepViewOf() }), history, { wires, inputLine: "x" });
  expect(first.passed).toBeUndefined();
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, []);
  expect(canvasLive(first, run({ a: stepViewOf() }), history, { wires, inputLine: "x" }).passed).toEqual({
    "Start:Start:a": 1,
  });
});

test("the table of what went over wires goes along, and says which wires it counted anew", () => {
  const history = new RunHistory();
  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, []);
  const a = stepViewOf();
  const first = canvasLive(empty, run({ a }), history, { wires });
  expect(first.passedAnew).toEqual(["Start:Start:a"]);
  expect(canvasLive(first, run({ a }), history, { wires })).toBe(first);
  const second = canvasLive(first, run({ a: stepViewOf({ queued: 1 }) }), history, { wires });
  expect(second.passed).toBe(first.passed);
  expect(second.passedAnew).toBeUndefined();
  // Another history, in which nothing went over any wire.
  const other = new RunHistory();
  other.add({ seq: 1, at: 0, kind: "resume-requested" }, []);
  const third = canvasLive(second, run({ a: stepViewOf({ queued: 1 }) }), other, { wires });
  expect(third.passed).toEqual({});
  expect(third.passedAnew).toEqual(["Start:Start:a"]);
});

test("an open batch that goes on changes the step that opened it, and what its joins wait for; no other step", () => {
  const steps = { a: stepViewOf(), b: stepViewOf(), join: stepViewOf() };
  const at = (done: number) => {
    const { view, ...rest } = run(steps);
    const batch: BatchView = {
      batch: "1",
      step: "a",
      members: 3,
      done,
      open: 3 - done,
      endedEarly: 0,
      joins: [{ step: "join", has: done, fired: false }],
    };
    return { ...rest, view: { ...view, openBatches: [batch] } };
  };
  const history = new RunHistory();
  const first = canvasLive(empty, at(1), history, { wires });
  expect(first.steps.a?.batch).toEqual({ done: 1, members: 3, batches: 1 });
  expect(canvasLive(first, at(1), history, { wires })).toBe(first);
  const second = canvasLive(first, at(2), history, { wires });
  expect(second.steps.a?.batch?.done).toBe(2);
  expect(second.steps.join?.joinWait?.short).toBe("has 2, 1 open");
  expect(second.steps.b).toBe(first.steps.b);
  const after = canvasLive(second, run(steps), history, { wires });
  expect(after.steps.a?.batch).toBeUndefined();
  expect(after.steps.join?.joinWait).toBeUndefined();
});

test("steps that a run does not have any more are gone from its canvas", () => {
  const history = new RunHistory();
  const first = canvasLive(empty, run({ a: stepViewOf(), b: stepViewOf() }), history, { wires });
  const second = canvasLive(first, run({ a: stepViewOf() }), history, { wires });
  expect(Object.keys(second.steps)).toEqual(["a"]);
});

test("of a thousand steps only those are looked at that the engine named or the journal tells of", () => {
  const history = new RunHistory();
  const looked: string[] = [];
  const lastDone = history.lastDone.bind(history);
  history.lastDone = (step) => {
    looked.push(step);
    return lastDone(step);
  };
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`s${n}`, stepViewOf()]));
  const of = (feed: RunFeed) => (feed.kind === "shown" ? feed : run({}));
  const { view, ...rest } = run(many);
  const { steps: _, ...others } = view;
  const told = { seq: 1, owner: "this-tab", ...rest } as const;
  const whole = applyRunUpdates({ kind: "waiting" }, [{ kind: "whole", view, ...told }]);
  const first = canvasLive(empty, of(whole), history, { wires });
  expect(looked.splice(0)).toHaveLength(1_000);

  const changes = (steps: ShownRun["view"]["steps"]) => ({ kind: "changes", run: others, steps, ...told }) as const;
  const next = applyRunUpdates(whole, [
    changes({ s3: stepViewOf({ queued: 1 }) }),
    changes({ s7: stepViewOf({ queued: 1 }) }),
  ]);
  const second = canvasLive(first, of(next), history, { wires });
  expect(looked.splice(0)).toEqual(["s3", "s7"]);
  expect(changedKeys(second.steps, first.steps)).toEqual(["s3", "s7"]);

  history.add({ seq: 1, at: 0, kind: "run-started", input: null }, [
    { kind: "notice", notice: { kind: "skipped", step: "s9" } },
  ]);
  const third = canvasLive(second, of(next), history, { wires });
  expect(looked.splice(0)).toEqual(["s9"]);
  expect(third.passed).toEqual({ "Start:Start:a": 1 });
  expect(canvasLive(third, of(next), history, { wires })).toBe(third);
  expect(looked).toEqual([]);
});
