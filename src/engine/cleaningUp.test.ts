import { expect, test } from "vitest";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";

function started(...args: Parameters<typeof workflowOf>): PlayedRun {
  const run = new PlayedRun(workflowOf(...args));
  run.start();
  run.lines();
  return run;
}

const done = [{ kind: "return", value: null }] as const;
const stop = [{ kind: "return", value: { type: "Stop", data: 1 } }] as const;

test("[T41] a clean-up task runs when its needs are terminal, whatever their outcome and without reading its condition", () => {
  const run = started({
    build: { needs: [] },
    clean: { needs: ["build"], always: true, when: { status: "build", in: ["success"] } },
  });
  run.finish("x1", [{ kind: "fail", failure: { name: "Error", message: "no" } }]);
  expect(run.lines()).toEqual(["not-running build#0 failed", "running clean#0"]);
  run.finish(run.on("clean"), done);
  expect(run.lines()).toEqual(["not-running clean#0 completed", "end failure"]);
});

test("[T41] before a Stop takes effect the clean-up runs; outcome and result stand, and nothing else is dispatched", () => {
  const run = started({
    s: { accepts: ["Start"] },
    t: { accepts: ["A"] },
    build: { needs: [] },
    clean: { needs: ["build"], always: true, emits: { done: "A" } },
  });
  run.finish(run.on("s"), stop);
  expect(run.lines()).toEqual(["not-running s#0 completed -> Stop", "publish Stop", "running clean#0"]);
  expect(run.state.lifecycle).toBe("running");
  expect(run.effects).toContainEqual({ kind: "abort", execution: "x1", reason: "ended" });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.post({ kind: "event-added", event: { type: "Stop", data: 2 } });
  run.finish(run.on("clean"), [{ kind: "return", value: { type: "A" } }]);
  expect(run.lines()).toEqual(["unhandled A", "unhandled Stop", "not-running clean#0 completed -> A", "end success 1"]);
});

test("[T41] a clean-up survives a reload, and one that failed changes nothing of the outcome", () => {
  const run = started({ s: { accepts: ["Start"] }, clean: { needs: [], always: true } });
  run.post({ kind: "event-added", event: { type: "Stop" } });
  run.reload();
  expect(run.lines()).toEqual(["publish Stop", "not-running clean#0 rerun", "running clean#0 attempt 2"]);
  run.finish(run.on("clean"), [{ kind: "fail", failure: { name: "Error", message: "no" } }], { retryAfterMs: 5 });
  expect(run.lines()).toEqual(["not-running clean#0 failed", "end success"]);
});

test("[T41] [T23] a cancel leaves the clean-up running and begins what waits for its needs; the run ends after it", () => {
  const run = started({
    build: { needs: [] },
    next: { needs: ["build"] },
    clean: { needs: ["build", "next"], always: true },
  });
  run.post({ kind: "cancel-requested", request: "c1" });
  expect(run.acknowledge()).toBe(false);
  run.finish("x1", [{ kind: "cancelled" }]);
  expect(run.lines()).toEqual(["lifecycle cancelling", "not-running build#0 cancelled", "running clean#0"]);
  expect(run.acknowledge()).toBe(false);
  run.finish(run.on("clean"), done);
  run.acknowledge();
  expect(run.lines()).toEqual(["not-running clean#0 completed", "end cancellation"]);
});

test("[T41] [R5] an event that comes while only the clean-up goes on is said to be too late", () => {
  const run = started({
    work: { accepts: ["Start", "More"], emits: { done: "Stop" } },
    clean: { needs: [], always: true },
  });
  run.finish(run.on("work"), [{ kind: "return", value: { type: "Stop", data: 1 } }]);
  run.lines();
  for (const event of [{ type: "More" }, { type: "Stop" }]) run.post({ kind: "event-added", event, by: "person" });
  const late = { kind: "unhandled", reason: "the run is ending, and only its clean-up goes on" };
  expect(run.notices.slice(-2)).toEqual([
    { ...late, type: "More" },
    { ...late, type: "Stop" },
  ]);
});

test("[T41] [R35] a clean-up that waits goes on with what it waited for, at the end and under a cancel", () => {
  const steps = {
    work: { accepts: ["Start"], emits: { done: "Stop" } },
    clean: { needs: [], always: true },
  } as const;
  for (const isCancel of [false, true]) {
    const run = started(steps);
    run.finish(run.on("clean"), [{ kind: "wait", ordinal: 0, type: "Ready" }]);
    if (isCancel) run.post({ kind: "cancel-requested", request: "c1" });
    run.finish(run.on("work"), [isCancel ? { kind: "cancelled" } : { kind: "return", value: { type: "Stop" } }]);
    run.lines();
    run.post({ kind: "event-added", event: { type: "Ready" }, by: "person" });
    expect(run.lines()).toEqual(["running clean#0"]);
    run.finish(run.on("clean"), done);
    run.acknowledge();
    expect(run.lines()).toEqual(["not-running clean#0 completed", `end ${isCancel ? "cancellation" : "success"}`]);
  }
});

test("[T41] a second, explicit cancel stops the clean-up too", () => {
  const run = started({ build: { needs: [] }, clean: { needs: ["build"], always: true } });
  run.post({ kind: "cancel-requested", request: "c1" });
  run.finish("x1", [{ kind: "cancelled" }]);
  run.post({ kind: "cancel-requested", request: "c2" });
  expect(run.effects.at(-1)).toEqual({ kind: "abort", execution: "x2", reason: "cancelled" });
  run.finish("x2", [{ kind: "cancelled" }]);
  run.acknowledge();
  expect(run.lines().at(-1)).toBe("end cancellation");
});

test("[R75] a stop that waits until the run settles keeps the first result", () => {
  const run = started({
    s: { accepts: ["Start"] },
    late: { kind: "stop", config: { when: "settled" }, accepts: ["Found"] },
    t: { accepts: ["Found"] },
  });
  run.finish("x1", [{ kind: "return", value: [{ type: "Found" }, { type: "Found" }] }]);
  run.finish(run.on("late", 0), stop);
  run.finish(run.on("late", 1), [{ kind: "return", value: { type: "Stop", data: 2 } }]);
  expect(run.state.lifecycle).toBe("running");
  run.finish(run.on("t", 0), done);
  run.finish(run.on("t", 1), done);
  expect(run.state).toMatchObject({ outcome: "success", result: 1 });
});

test("[R74] a pace that divides no second evenly is never exceeded", () => {
  const run = started({ s: { accepts: ["Start", "A"], workers: 9, perSecond: 3 } });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.passTo(333);
  expect(run.inFlight.size).toBe(1);
  run.passTo(334);
  expect(run.inFlight.size).toBe(2);
});

test("[R74] perSecond spaces dispatches evenly, without timer lines, and through a pause and a snapshot", () => {
  const run = started({ s: { accepts: ["Start", "A"], workers: 9, perSecond: 10 } });
  for (let sent = 0; sent < 3; sent++) run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.lines()).toEqual(["preparing s A", "preparing s A", "preparing s A"]);
  run.passTo(99);
  expect(run.lines()).toEqual([]);
  run.passTo(100);
  expect(run.lines()).toEqual(["running s#1 A"]);
  run.post({ kind: "pause-requested" });
  run.passTo(300);
  expect(run.lines().filter((line) => line.startsWith("running"))).toEqual([]);
  run.post({ kind: "resume-requested" });
  run.passTo(1000);
  expect(run.lines().filter((line) => line.startsWith("running"))).toHaveLength(4);
  const times = run.effects.flatMap((effect) => (effect.kind === "start" ? [effect.dispatch.at] : []));
  expect(times.slice(1).map((at, index) => at - (times[index] ?? 0) >= 100)).not.toContain(false);
});

test("[T41] [R45] executions that are used up do not keep the clean-up, and with it the end, from happening", () => {
  const run = started(
    { build: { needs: [] }, next: { needs: ["build"] }, clean: { needs: ["build"], always: true } },
    { limits: { maxExecutions: 1 } },
  );
  run.finish("x1", done);
  expect(run.lines()).toEqual(["not-running build#0 completed", "running clean#0"]);
  run.finish(run.on("clean"), done);
  const [, end] = run.lines();
  expect(end).toMatch(/^end failure/);
});

test("[T41] [R42] a run that timed out is due once, keeps its clean-up running, and ends after it", () => {
  const run = started(
    { s: { accepts: ["Start"] }, clean: { needs: [], always: true } },
    { limits: { timeoutMs: 500 } },
  );
  run.passTo(500);
  run.passTo(10_000);
  expect(run.journal.filter(({ kind }) => kind === "run-timed-out")).toHaveLength(1);
  expect([run.state.lifecycle, run.state.clock]).toEqual(["running", { kind: "stopped", leftMs: 0 }]);
  run.lines();
  run.finish(run.on("clean"), done);
  expect(run.lines()).toEqual(["not-running clean#0 completed", "end timeout"]);
  expect(run.state.reason).toBe("The run reached its time limit of 500 ms; running s, clean.");
});
