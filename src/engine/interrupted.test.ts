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

const command = { kind: "command", config: { argv: ["make"] }, accepts: ["Start"], access: "none" } as const;

test("[T24] [T25] after a reload under a cancel commands are told to stop again, and what the tab carried out is cancelled", () => {
  const run = started({ c: command, s: { accepts: ["Start"] } });
  run.post({ kind: "execution-started", execution: "x1", owner: "runner", key: "k1" });
  run.post({ kind: "cancel-requested", request: "r1" });
  run.lines();
  const effects = run.post({ kind: "session-started", epoch: 2, owner: "test", reason: "load" });
  expect(run.lines()).toEqual(["not-running s#0 cancelled"]);
  expect(effects.filter(({ kind }) => kind === "stop")).toEqual([{ kind: "stop", execution: "x1", request: "r1" }]);
  expect(effects.filter(({ kind }) => kind === "start")).toEqual([]);
});

test("[T23] [R27] under a cancel a result that went stale is not computed again", () => {
  const run = started({ s: { accepts: ["Start", "A"], workers: 2 } });
  run.post({ kind: "event-added", event: { type: "A" } });
  const adds = [
    { kind: "collect", buffer: "default", event: { type: "X" } },
    { kind: "return", value: null },
  ] as const;
  run.finish("x1", adds);
  run.post({ kind: "cancel-requested", request: "r1" });
  run.lines();
  run.finish("x2", adds);
  expect(run.lines()).toEqual(["not-running s#1 cancelled"]);
});

test("[T23] under a cancel nothing begins to wait, and no list is opened", () => {
  const run = started({ s: { accepts: ["Start"] }, list: { accepts: ["Start"], forEach: "[1, 2]" } });
  run.post({ kind: "cancel-requested", request: "r1" });
  run.lines();
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Go", ask: { type: "Ask" } }]);
  run.finish("x2", [{ kind: "each", elements: [1, 2] }]);
  expect(run.lines()).toEqual(["not-running s#0 cancelled", "not-running list#0 cancelled"]);
});

test("[T26] with a resume the reason of the cancel is gone", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.post({ kind: "cancel-requested", request: "r1", reason: "enough" });
  run.finish("x1", [{ kind: "cancelled" }]);
  expect(run.acknowledge()).toBe(true);
  expect(run.state).toMatchObject({ outcome: "cancellation", reason: "enough" });
  run.post({ kind: "resume-requested" });
  expect(run.state).toMatchObject({ lifecycle: "running", outcome: null, reason: null });
});

test("[T1] a task that waits for its next attempt, or was interrupted by a pause, is ready and not running", () => {
  const run = started({ t: { needs: [] }, u: { needs: [] } });
  const task = (step: string) => viewStep(run.plan, run.state, step).task;
  run.finish(run.on("t"), [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 10 });
  expect([task("t"), task("u")]).toEqual(["ready", "running"]);
  run.post({ kind: "pause-requested" });
  expect([task("t"), task("u")]).toEqual(["ready", "ready"]);
});

test("[R8] [R42] ticks of timers that are not due yet are ignored", () => {
  const run = started({ s: { accepts: ["Start", "A"], perSecond: 1 } }, { limits: { timeoutMs: 5000 } });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.lines();
  run.now = 999;
  run.post({ kind: "wake-up", item: "i2" });
  run.post({ kind: "run-timed-out" });
  expect(run.lines()).toEqual(["ignored wake-up", "ignored run-timed-out"]);
  run.passTo(1000);
  expect(run.lines()).toEqual(["running s#1 A"]);
});
