import { expect, test } from "vitest";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewStep } from "./viewRun.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start();
  run.lines();
  return run;
}

const boom = [{ kind: "fail", failure: { name: "Boom", message: "boom" } }] as const;

test("[R20] [R24] [R55] a retry keeps the first time, counts attempt and failure, and carries the error; a rerun counts no failure", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.now = 10;
  run.finish("x1", boom, { retryAfterMs: 0 });
  expect(run.inFlight.get("x2")).toMatchObject({
    attempt: 2,
    failures: 1,
    firstAttemptAt: 0,
    lastFailure: { name: "Boom" },
  });
  run.reload();
  expect(run.inFlight.get("x3")).toMatchObject({ attempt: 3, failures: 1, firstAttemptAt: 0 });
});

test("[R23] the event of a failure says which step, on which event, with which error, how often and when", () => {
  const run = started({ s: { accepts: ["Start", "A"], emits: { error: "Bad" } }, fix: { accepts: ["Bad"] } });
  run.post({ kind: "event-added", event: { type: "A", data: 5 } });
  run.now = 20;
  run.finish("x2", boom, { retryAfterMs: 0 });
  run.now = 30;
  run.finish("x3", boom);
  expect(run.inFlight.get(run.on("fix"))?.event).toEqual({
    type: "Bad",
    data: {
      step: "s",
      event: { type: "A", data: 5 },
      error: { name: "Boom", message: "boom" },
      attempts: 2,
      elapsedMs: 30,
      failedAt: 30,
    },
  });
});

test("[R23] a port that is used up does not fall back to the handler", () => {
  const run = started({
    s: { accepts: ["Start", "Again"], emits: { error: "Bad" }, maxRecoveries: 1 },
    fix: { accepts: ["Bad"] },
    handler: { accepts: ["StepFailed"] },
  });
  run.finish("x1", boom);
  run.finish(run.on("fix"), [{ kind: "return", value: { type: "Again" } }]);
  run.lines();
  run.finish(run.on("s"), boom);
  expect(run.lines()).toEqual(["not-running s#0 failed", "end failure"]);
});

test("[R60] a denial is offered to the port like a failure, and untaken it ends an event run with denial", () => {
  const denied = [{ kind: "fail", failure: { name: "DeniedError", message: "no" }, denied: true }] as const;
  const taken = started({ s: { accepts: ["Start"], emits: { error: "Bad" } }, fix: { accepts: ["Bad"] } });
  taken.finish("x1", denied, { retryAfterMs: 0 });
  expect(taken.lines()).toEqual(["not-running s#0 denied", "running fix#0 Bad"]);
  const untaken = started({ s: { accepts: ["Start"] } });
  untaken.finish("x1", denied);
  expect(untaken.lines()).toEqual(["not-running s#0 denied", "end denial"]);
});

test("[R70] skip ends the item and lets the run go on", () => {
  const run = started({
    split: { accepts: ["Start"], batches: { done: "X" } },
    work: { accepts: ["X"], emits: { done: "Y" }, onFailure: "skip" },
    all: { accepts: ["Y"], join: { batch: "all" } },
  });
  run.finish("x1", [{ kind: "return", value: [{ type: "X" }, { type: "X" }] }]);
  run.finish(run.on("work", 1), [{ kind: "return", value: { type: "Y" } }]);
  run.lines();
  run.finish(run.on("work"), boom);
  expect(run.lines()).toEqual(["not-running work#0 failed", "batch split close 1", "running all#0 [1]"]);
});

test("[R70] [R46] a parked item keeps the run idle and its batch open until a person decides", () => {
  const parking = { accepts: ["X"], emits: { done: "Y" }, onFailure: "park" } as const;
  const run = started({
    split: { accepts: ["Start"], batches: { done: "X" } },
    work: parking,
    all: { accepts: ["Y"], join: { batch: "all" } },
  });
  run.finish("x1", [{ kind: "return", value: [{ type: "X" }, { type: "X" }] }]);
  run.finish(run.on("work", 0), boom);
  run.finish(run.on("work", 1), boom);
  expect(run.lines().slice(-5)).toEqual([
    "not-running work#0 failed",
    "parked work X",
    "not-running work#1 failed",
    "parked work X",
    "idle",
  ]);
  run.post({ kind: "recovery-decided", item: "i2", decision: { kind: "rerun" }, by: "me" });
  run.post({ kind: "recovery-decided", item: "i3", decision: { kind: "succeeded", output: 3 }, by: "me" });
  expect(run.lines()).toEqual(["running work#0 X attempt 2"]);
  run.finish(run.on("work"), [{ kind: "return", value: { type: "Y", data: 2 } }]);
  expect(run.inFlight.get(run.on("all"))?.event?.events?.map(({ data }) => data)).toEqual([2, 3]);
});

test("[R70] giving a parked item up ends the run as its failure would have", () => {
  const run = started({ s: { accepts: ["Start"], onFailure: "park" } });
  run.finish("x1", boom);
  run.lines();
  run.post({ kind: "recovery-decided", item: "i1", decision: { kind: "failed" }, by: "me" });
  expect(run.lines()).toEqual(["end failure"]);
  expect(run.state.reason).toBe("s failed: boom");
});

test("[R8] [R56] a wake-up that comes too early, twice, or for nobody means nothing", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.finish("x1", boom, { retryAfterMs: 50 });
  run.lines();
  run.post({ kind: "wake-up", item: "i1" });
  run.passTo(50);
  run.post({ kind: "wake-up", item: "i1" });
  run.post({ kind: "wake-up", item: "constructor" });
  expect(run.lines()).toEqual(["ignored wake-up", "running s#0 Start attempt 2", "ignored wake-up", "ignored wake-up"]);
});

test("the last failure of a step is shown until it succeeds", () => {
  const run = started({ s: { accepts: ["Start"] }, k: { accepts: ["Start"] } });
  run.finish("x1", boom, { retryAfterMs: 50 });
  expect(viewStep(run.plan, run.state, "s")).toMatchObject({
    lastFailure: { name: "Boom" },
    nextRetryAt: 50,
    delayed: 1,
  });
  run.passTo(50);
  run.finish(run.on("s"), [{ kind: "return", value: null }]);
  expect(viewStep(run.plan, run.state, "s")).toMatchObject({
    lastFailure: null,
    nextRetryAt: null,
    lastOutcome: "success",
  });
});

test("[T32] a failed task is offered to its port, still counts as failed, and ends nothing", () => {
  const run = started({
    t: { needs: [], emits: { error: "Bad" } },
    after: { needs: ["t"] },
    fix: { accepts: ["Bad"] },
  });
  run.finish("x1", boom);
  expect(run.lines()).toEqual(["not-running t#0 failed", "blocked after", "running fix#0 Bad"]);
  run.finish(run.on("fix"), [{ kind: "return", value: null }]);
  expect(run.lines()).toEqual(["not-running fix#0 completed", "end failure"]);
});

test("[T15] [T39] a correction is a retry without a timer that uses up no attempt", () => {
  const run = started({ g: { kind: "agent", config: {}, accepts: ["Start"] } });
  run.finish("x1", boom, { retryAfterMs: 0, correction: true });
  expect(run.lines()).toEqual(["not-running g#0 retrying", "running g#0 Start attempt 2"]);
  expect(run.inFlight.get("x2")).toMatchObject({ failures: 0, corrections: 1 });
});

test("[R23] a join inherits of each port the most recoveries that any of its members used", () => {
  const run = started({
    open: { accepts: ["Start"], batches: { done: "Member" } },
    work: { accepts: ["Member", "Again"], emits: { done: "Done", error: "Bad" }, maxRecoveries: 1 },
    fix: { accepts: ["Bad"], emits: { done: "Done" } },
    all: { accepts: ["Done"], join: { batch: "all" }, emits: { done: "Again" } },
  });
  const member = { type: "Member" };
  run.finish(run.on("open"), [{ kind: "return", value: [member, member, member] }]);
  run.finish(run.on("work", 0), [{ kind: "return", value: { type: "Done" } }]);
  run.finish(run.on("work", 1), boom);
  run.finish(run.on("fix"), [{ kind: "return", value: { type: "Done" } }]);
  run.finish(run.on("work", 2), [{ kind: "return", value: { type: "Done" } }]);
  run.finish(run.on("all"), [{ kind: "return", value: { type: "Again" } }]);
  run.lines();
  run.finish(run.on("work"), boom);
  expect(run.lines()).toEqual(["not-running work#0 failed", "end failure"]);
});
