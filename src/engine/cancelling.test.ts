import { expect, test } from "vitest";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewRun, viewStep } from "./viewRun.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start();
  run.lines();
  return run;
}

function cancel(run: PlayedRun): void {
  run.post({ kind: "cancel-requested", request: "c1", reason: "enough" });
}

const cancelled = [{ kind: "cancelled" }] as const;

test("[T24] [T37] running work of the tab is aborted, commands and agents are told to stop", () => {
  const run = started({
    s: { accepts: ["Start"] },
    c: { kind: "command", config: { argv: ["make"] }, accepts: ["Start"] },
    g: { kind: "agent", config: {}, accepts: ["Start"] },
    post: { kind: "http", config: { method: "POST", url: "https://x.test" }, accepts: ["Start"] },
    read: { kind: "http", config: { url: "https://x.test" }, accepts: ["Start"] },
  });
  run.effects.length = 0;
  cancel(run);
  expect(run.effects.filter(({ kind }) => kind !== "notice")).toEqual([
    { kind: "abort", execution: "x1", reason: "cancelled" },
    { kind: "stop", execution: "x2", request: "c1" },
    { kind: "stop", execution: "x3", request: "c1" },
    { kind: "stop", execution: "x4", request: "c1" },
    { kind: "abort", execution: "x5", reason: "cancelled" },
  ]);
});

test("[T25] the acknowledgement is asked for once, when nothing is in flight, and again after a load", () => {
  const run = started({ s: { accepts: ["Start", "A"] } });
  cancel(run);
  expect(run.acknowledge()).toBe(false);
  run.post({ kind: "cancel-acknowledged", request: "c1" });
  expect(run.lines()).toEqual(["lifecycle cancelling", "ignored cancel-acknowledged"]);
  run.finish("x1", cancelled);
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.effects.filter(({ kind }) => kind === "acknowledge-cancel")).toHaveLength(1);
  run.reload();
  expect(run.acknowledge()).toBe(true);
  expect(run.lines()).toEqual(["not-running s#0 cancelled", "end cancellation"]);
  expect(run.state.reason).toBe("enough");
});

test("[T23] the first request wins; a second one, or one after the end, means nothing", () => {
  const run = started({ s: { accepts: ["Start"] } });
  cancel(run);
  run.post({ kind: "cancel-requested", request: "c2" });
  expect(run.lines()).toEqual(["lifecycle cancelling", "ignored cancel-requested"]);
  expect(run.state.cancel?.request).toBe("c1");
});

test("[T27] a cancel before the start is obeyed before any work", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] }, t: { needs: [] } }));
  cancel(run);
  run.start();
  run.acknowledge();
  expect(run.lines()).toEqual(["lifecycle cancelling", "end cancellation"]);
  expect(run.effects.some(({ kind }) => kind === "start")).toBe(false);
});

test("[T26] a resume brings queued, delayed and waiting work back to where it was, and only that", () => {
  const run = started({
    s: { accepts: ["Start", "A"], workers: 1 },
    d: { accepts: ["Start"] },
    w: { accepts: ["Start"] },
    ok: { accepts: ["Start"] },
  });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.finish(run.on("d"), [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 500 });
  run.finish(run.on("w"), [{ kind: "wait", ordinal: 0, type: "Go", ask: { type: "Question" } }]);
  run.finish(run.on("ok"), [{ kind: "return", value: null }]);
  cancel(run);
  run.finish(run.on("s"), cancelled);
  run.acknowledge();
  expect(viewRun(run.plan, run.state)).toMatchObject({ lifecycle: "completed", outcome: "cancellation", timers: [] });
  run.lines();

  run.now = 100;
  run.post({ kind: "resume-requested" });
  expect(run.lines()).toEqual([
    "lifecycle running",
    "running s#0 Start attempt 2",
    "running w#0 Start",
    "timer retry 500",
  ]);
  expect(viewStep(run.plan, run.state, "s").queued).toBe(1);
  expect(viewStep(run.plan, run.state, "d").delayed).toBe(1);
  run.finish(run.on("w"), [{ kind: "wait", ordinal: 0, type: "Go", ask: { type: "Question" } }]);
  expect(run.lines()).toContain("publish Question");
});

test("[T35] while a cancel is under way a failure with retries left is a failure, and a lost one is cancelled", () => {
  const command = { kind: "command", config: { argv: ["make"] }, access: "none" } as const;
  const run = started({ a: { ...command, needs: [] }, b: { ...command, needs: [] } });
  cancel(run);
  run.finish("x1", [{ kind: "exit", exit: { code: 1 } }], { retryAfterMs: 10 });
  run.post({ kind: "execution-lost", execution: "x2", never: true });
  expect(run.lines()).toEqual(["lifecycle cancelling", "not-running a#0 failed", "not-running b#0 cancelled"]);
  run.acknowledge();
  expect(run.state.outcome).toBe("cancellation");
});

test("[T36] a failure of an event step while cancelling ends the run as what really happened when nothing was cancelled", () => {
  const run = started({ c: { kind: "command", config: { argv: ["make"] }, accepts: ["Start"] } });
  cancel(run);
  run.finish("x1", [{ kind: "exit", exit: { code: 1 } }]);
  run.acknowledge();
  expect(run.lines()).toEqual(["lifecycle cancelling", "not-running c#0 failed", "end failure"]);
});

test("[T28] [R66] one cancelled execution drops its item and the run goes on; its batch closes without it", () => {
  const run = started({
    split: { accepts: ["Start"], batches: { done: "X" } },
    work: { accepts: ["X"], emits: { done: "Y" } },
    all: { accepts: ["Y"], join: { batch: "all" } },
  });
  run.finish("x1", [{ kind: "return", value: [{ type: "X" }, { type: "X" }] }]);
  run.lines();
  run.post({ kind: "cancel-requested", request: "c1", step: "work", execution: "x2" });
  expect(run.effects.at(-1)).toEqual({ kind: "abort", execution: "x2", reason: "cancelled" });
  run.finish("x2", cancelled);
  run.finish("x3", [{ kind: "return", value: { type: "Y" } }]);
  expect(run.lines()).toEqual([
    "not-running work#0 cancelled",
    "not-running work#1 completed -> Y",
    "batch split close 1",
    "running all#0 [1]",
  ]);
});

test("[R47] [R68] a pause ends a quiet period and holds events back; a second pause means nothing", () => {
  const run = started({ s: { accepts: ["Start"] }, t: { accepts: ["A"], workers: 1 } });
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Go" }]);
  run.post({ kind: "pause-requested", reason: "lunch" });
  run.post({ kind: "pause-requested" });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.state.reason).toBe("lunch");
  run.post({ kind: "resume-requested" });
  expect(run.lines()).toEqual([
    "not-running s#0 waiting",
    "idle",
    "lifecycle paused",
    "ignored pause-requested",
    "lifecycle running",
    "running t#0 A",
  ]);
  for (const id of [...run.inFlight.keys()]) run.finish(id, [{ kind: "return", value: null }]);
  for (const id of [...run.inFlight.keys()]) run.finish(id, [{ kind: "return", value: null }]);
  expect(run.lines().at(-1)).toBe("idle");
});
