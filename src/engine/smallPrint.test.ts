import { expect, test } from "vitest";
import { planWorkflow } from "./plan.ts";
import { reduce } from "./reduce.ts";
import type { Result } from "./result.ts";
import { initialState } from "./runState.ts";
import { deepFreeze, PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";

const returned = (type: string): readonly Result[] => [{ kind: "return", value: { type } }];
const nothing: readonly Result[] = [{ kind: "return", value: null }];
const failed: readonly Result[] = [{ kind: "fail", failure: { name: "Error", message: "boom" } }];

test("[R7] an event is a value: neither the tick nor the state that came in is changed, and both steps get an equal one", () => {
  const plan = planWorkflow(workflowOf({ a: { accepts: ["Start"] }, b: { accepts: ["Start"] } }));
  const before = deepFreeze(initialState(plan));
  const tick = deepFreeze({ kind: "run-started", seq: 1, at: 0, input: { list: [1, { deep: true }] } } as const);
  const { effects } = reduce(plan, before, tick);
  const events = effects.flatMap((effect) => (effect.kind === "start" ? [effect.dispatch.event] : []));
  expect(events).toEqual([
    { type: "Start", data: { list: [1, { deep: true }] } },
    { type: "Start", data: { list: [1, { deep: true }] } },
  ]);
});

test("[R52] [R63] own queue, then held sends, then the members of the list, then batches that close and their joins, then timers, then idle", () => {
  const run = new PlayedRun(
    workflowOf({
      split: { accepts: ["Start", "Again"], workers: 1, batches: { done: "Part" } },
      side: { accepts: ["Side"] },
      part: { accepts: ["Part"], workers: 2 },
      all: { accepts: ["Done"], join: { batch: "all" } },
    }),
  );
  run.start();
  run.post({ kind: "event-added", event: { type: "Again" } });
  run.lines();
  const list = [{ type: "Part" }, { type: "Part" }, { type: "Part" }];
  run.finish(run.on("split"), [
    { kind: "send", event: { type: "Side" } },
    { kind: "return", value: list },
  ]);
  expect(run.lines()).toEqual([
    "not-running split#0 completed -> [3]",
    "running split#0 Again",
    "running side#0 Side",
    "batch split open 3",
    "running part#0 Part",
    "running part#1 Part",
    "preparing part Part",
  ]);
  run.finish(run.on("split"), nothing);
  run.finish(run.on("side"), nothing);
  run.finish(run.on("part", 0), returned("Done"));
  run.finish(run.on("part", 1), nothing);
  run.lines();
  run.finish(run.on("part", 0), [{ kind: "wait", ordinal: 0, type: "Go", timeoutMs: 50 }]);
  expect(run.lines()).toEqual(["not-running part#0 waiting", "timer waiter 50", "idle"]);
  run.passTo(50);
  run.lines();
  run.finish(run.on("part", 0), nothing);
  expect(run.lines()).toEqual(["not-running part#0 completed", "batch split close 1", "running all#0 [1]"]);
});

test("[R54] after stale the execution has a new id, the same worker and attempt, and no running line", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start", "A"], workers: 2 } }));
  run.start();
  run.post({ kind: "event-added", event: { type: "A" } });
  run.lines();
  const collect = (type: string): Result => ({ kind: "collect", buffer: "default", event: { type } });
  run.finish(run.on("s", 0), [collect("X"), ...nothing]);
  const before = run.inFlight.get(run.on("s", 1));
  run.lines();
  run.finish(run.on("s", 1), [collect("X"), ...nothing]);
  expect(run.lines()).toEqual(["stale s#1"]);
  const after = run.inFlight.get(run.on("s", 1));
  expect(after).toMatchObject({ worker: 1, attempt: before?.attempt, item: before?.item });
  expect(after?.execution).not.toBe(before?.execution);
});

test("[R57] preparing is said once per queued item: not for retries, not for reruns, not while paused", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start", "A"], workers: 1, onFailure: "skip" } }));
  run.start();
  run.post({ kind: "event-added", event: { type: "A" } });
  run.finish(run.on("s"), failed, { retryAfterMs: 10 });
  run.passTo(10);
  run.reload();
  run.post({ kind: "pause-requested" });
  run.post({ kind: "event-added", event: { type: "A" } });
  run.post({ kind: "resume-requested" });
  expect(run.lines().filter((line) => line.startsWith("preparing"))).toEqual(["preparing s A"]);
});

test("[R58] a retry without delay arms no timer, and timers that a reload arms again are silent", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
  run.start();
  run.finish(run.on("s"), failed, { retryAfterMs: 0 });
  expect(run.lines().some((line) => line.startsWith("timer"))).toBe(false);
  run.finish(run.on("s"), failed, { retryAfterMs: 30 });
  expect(run.lines()).toContain("timer retry 30");
  run.reload();
  expect(run.lines().some((line) => line.startsWith("timer"))).toBe(false);
  run.passTo(30);
  expect(run.lines()).toEqual(["running s#0 Start attempt 3"]);
});

test("[R58] the run deadline arms a timer each time the alive clock starts", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }, { limits: { timeoutMs: 100 } }));
  run.start();
  expect(run.lines()).toContain("timer run 100");
  run.now = 40;
  run.post({ kind: "pause-requested" });
  run.now = 1_000;
  run.post({ kind: "resume-requested" });
  expect(run.lines()).toContain("timer run 1060");
});

test("[R61] what a step sent, published and stored counts however it ends; a held send waits for its success", () => {
  const run = new PlayedRun(
    workflowOf({ s: { accepts: ["Start"], onFailure: "skip" }, t: { accepts: ["Sent", "Held"] } }),
  );
  run.start();
  const execution = run.on("s");
  run.post({ kind: "event-added", event: { type: "Sent" }, from: { execution, index: 0 } });
  run.post({ kind: "event-published", execution, event: { type: "News" } });
  run.post({ kind: "store-changed", execution, path: ["n"], value: 1 });
  run.finish(execution, [{ kind: "send", event: { type: "Held" } }, ...failed]);
  const lines = run.lines();
  expect(lines).toEqual(expect.arrayContaining(["running t#0 Sent", "publish News"]));
  expect(lines.some((line) => line.includes("Held"))).toBe(false);
  expect(run.state.store).toEqual({ n: 1 });
});

test("[R73] set is applied with the success and before routing; a failure and a stale result write nothing", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"], emits: { done: "A" } }, t: { accepts: ["A"] } }));
  run.start();
  const set: Result = { kind: "set", path: ["n"], value: 1 };
  run.finish(run.on("s"), [set, ...failed], { retryAfterMs: 0 });
  expect(run.state.store).toEqual({});
  run.finish(run.on("s"), [set, ...returned("A")]);
  expect(run.state.store).toEqual({ n: 1 });

  const stale = new PlayedRun(workflowOf({ s: { accepts: ["Start", "B"], workers: 2 } }));
  stale.start();
  stale.post({ kind: "event-added", event: { type: "B" } });
  const collect: Result = { kind: "collect", buffer: "default", event: { type: "X" } };
  stale.finish(stale.on("s", 0), [collect, ...nothing]);
  stale.finish(stale.on("s", 1), [collect, set, ...nothing]);
  expect(stale.state.store).toEqual({});
});

test("[R65] while paused a due timer makes its item eligible and events queue, but nothing is dispatched", () => {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start", "A"] } }));
  run.start();
  run.finish(run.on("s"), failed, { retryAfterMs: 20 });
  run.post({ kind: "pause-requested" });
  run.passTo(20);
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.inFlight.size).toBe(0);
  run.lines();
  run.post({ kind: "resume-requested" });
  expect(run.lines()).toEqual(["lifecycle running", "running s#0 Start attempt 2", "running s#1 A"]);
});

test("[R67] a workflow can emit Stop when a step is a stop or names it in emits; one that did not ends blocked", () => {
  const endOf = (steps: Parameters<typeof workflowOf>[0]) => {
    const run = new PlayedRun(workflowOf(steps));
    run.start();
    run.finish(run.on("s"), nothing);
    return run.state.outcome;
  };
  expect(endOf({ s: { accepts: ["Start"] } })).toBe("success");
  expect(endOf({ s: { accepts: ["Start"], emits: { done: "Stop" } } })).toBe("blocked");
  expect(endOf({ s: { accepts: ["Start"] }, end: { kind: "stop", accepts: ["A"], config: {} } })).toBe("blocked");
});

test("[T33] ids of tasks compare as ASCII text, and a disabled task is skipped when its needs are terminal", () => {
  const run = new PlayedRun(
    workflowOf({ b: { needs: [] }, a2: { needs: [] }, a10: { needs: [] }, off: { needs: ["b"], disabled: true } }),
  );
  run.start();
  expect(run.lines()).toEqual(["running a10#0", "running a2#0", "running b#0"]);
  run.finish(run.on("b"), nothing);
  expect(run.lines()).toEqual(["not-running b#0 completed", "skipped off"]);
});
