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

test("[R35] two waits at once: the first answer runs the item again and the other question stays open", () => {
  const run = started({ s: { accepts: ["Start"] } });
  const waits = [
    { kind: "wait", ordinal: 0, type: "Left", ask: { type: "AskLeft" } },
    { kind: "wait", ordinal: 1, type: "Right", ask: { type: "AskRight" } },
  ] as const;
  run.finish("x1", waits);
  run.post({ kind: "event-added", event: { type: "Right", data: 1 } });
  expect(run.inFlight.get("x2")?.waits).toMatchObject([{ waiter: "i1.1", ordinal: 1, event: { type: "Right" } }]);
  run.finish("x2", [waits[0]]);
  expect(run.lines()).toEqual([
    "not-running s#0 waiting",
    "publish AskLeft",
    "publish AskRight",
    "idle",
    "running s#0 Start",
    "not-running s#0 waiting",
    "idle",
  ]);
  run.post({ kind: "event-added", event: { type: "Left" } });
  expect(run.inFlight.get("x3")?.waits).toHaveLength(2);
});

test("[R36] [R37] an answer that came while its item was running is kept for the wait that comes", () => {
  const run = started({ s: { accepts: ["Start"] } });
  run.finish("x1", [
    { kind: "wait", ordinal: 0, type: "Left" },
    { kind: "wait", ordinal: 1, type: "Right" },
  ]);
  run.post({ kind: "event-added", event: { type: "Left" } });
  run.post({ kind: "event-added", event: { type: "Right" } });
  run.lines();
  run.finish("x2", [{ kind: "wait", ordinal: 1, type: "Right" }]);
  expect(run.lines()).toEqual(["not-running s#0 waiting", "running s#0 Start"]);
});

test("[R39] a wait that is made again after it timed out has a new generation, deadline and question", () => {
  const run = started({ s: { accepts: ["Start"] } });
  const wait = { kind: "wait", id: "w", ordinal: 0, type: "Go", ask: { type: "Question" }, timeoutMs: 10 } as const;
  run.finish("x1", [wait]);
  run.passTo(10);
  expect(run.inFlight.get("x2")?.waits).toMatchObject([{ waiter: "w", id: "w", timedOut: true }]);
  run.finish("x2", [wait]);
  run.post({ kind: "waiter-timed-out", step: "s", waiter: "w", generation: 1 });
  expect(run.lines()).toEqual([
    "not-running s#0 waiting",
    "publish Question",
    "timer waiter 10",
    "idle",
    "running s#0 Start",
    "not-running s#0 waiting",
    "publish Question",
    "timer waiter 20",
    "idle",
    "ignored waiter-timed-out",
  ]);
});

test("[R38] the end of an item takes all its waiters with it, the open ones too", () => {
  const run = started({ s: { accepts: ["Start"] }, k: { accepts: ["Start"] } });
  run.finish("x1", [
    { kind: "wait", ordinal: 0, type: "Left" },
    { kind: "wait", ordinal: 1, type: "Right", timeoutMs: 100 },
  ]);
  run.post({ kind: "event-added", event: { type: "Left" } });
  run.finish(run.on("s"), [{ kind: "return", value: null }]);
  expect(viewStep(run.plan, run.state, "s").waiters).toEqual([]);
  expect(viewRun(run.plan, run.state).timers).toEqual([]);
  run.lines();
  run.post({ kind: "event-added", event: { type: "Right" } });
  expect(run.lines()).toEqual(["unhandled Right"]);
});

test("[R68] [R74] a delay sleeps without a worker or capacity, matches no event, and keeps its time through a reload", () => {
  const run = started(
    { s: { kind: "delay", config: { forMs: 100 }, accepts: ["Start"] }, t: { accepts: ["A"] } },
    { limits: { maxParallel: 1 } },
  );
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Delay", dueAt: 100 }]);
  expect(run.lines()).toEqual(["not-running s#0 waiting", "timer delay 100"]);
  run.post({ kind: "event-added", event: { type: "Delay" } });
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.lines()).toEqual(["unhandled Delay", "running t#0 A"]);
  run.now = 40;
  run.reload();
  expect(viewRun(run.plan, run.state).timers).toEqual([{ what: "delay", at: 100 }]);
  run.lines();
  run.passTo(100);
  expect(run.lines()).toEqual(["running s#0 Start"]);
  expect(run.inFlight.get(run.on("s"))?.waits).toMatchObject([{ timedOut: true, dueAt: 100 }]);
});

test("[R46] a run with a sleeping delay is neither idle nor settled", () => {
  const run = started({ s: { kind: "delay", config: { forMs: 5 }, accepts: ["Start"] } });
  run.finish("x1", [{ kind: "wait", ordinal: 0, type: "Delay", dueAt: 5 }]);
  expect(run.state.lifecycle).toBe("running");
  expect(run.lines()).not.toContain("idle");
});

test("[R76] answers of many asks of one step are told apart by the waiter that they name", () => {
  const run = started({
    split: { accepts: ["Start"], batches: { done: "Q" } },
    ask: { kind: "ask", accepts: ["Q"], workers: 3 },
  });
  run.finish("x1", [{ kind: "return", value: [0, 1, 2].map((n) => ({ type: "Q", data: n })) }]);
  for (const dispatch of [...run.inFlight.values()]) {
    run.finish(dispatch.execution, [
      { kind: "wait", ordinal: 0, type: "Answer", where: { ask: `${dispatch.item}.0` }, ask: { type: "Ask" } },
    ]);
  }
  const { waiters } = viewStep(run.plan, run.state, "ask");
  expect(waiters.map(({ waiter }) => waiter)).toEqual(["i2.0", "i3.0", "i4.0"]);
  run.post({ kind: "event-added", event: { type: "Answer", data: { ask: "i3.0", value: "yes" } }, to: "ask" });
  expect(run.inFlight.get(run.on("ask"))).toMatchObject({ item: "i3", event: { data: 1 } });
  expect(viewStep(run.plan, run.state, "ask")).toMatchObject({ waiting: 2, running: 1 });
});
