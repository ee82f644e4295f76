import { describe, expect, test } from "vitest";
import type { JsonObject } from "../workflow/json.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { sizeOf, values } from "./persistent/sortedMap.ts";
import { replay } from "./replay.ts";
import type { Result } from "./result.ts";
import { initialState } from "./runState.ts";
import { decodeState, encodeState } from "./stateCodec.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewRun } from "./viewRun.ts";

const returned = (type: string, data?: number): Result[] => [
  { kind: "return", value: { type, ...(data !== undefined && { data }) } },
];
const nothing: Result[] = [{ kind: "return", value: null }];
const boom: Result[] = [{ kind: "fail", failure: { name: "Error", message: "boom" } }];

/** A step that runs a workflow of these steps. */
function runs(inner: Workflow, more: Partial<Step> = {}): Partial<Step> {
  const config = { workflow: inner as unknown as JsonObject };
  return { kind: "workflow", accepts: ["Start"], emits: { done: "Built" }, config, ...more } as Partial<Step>;
}

function enter(run: PlayedRun, execution = run.on("build"), input: number | null = null): void {
  run.post({ kind: "instance-started", execution, input });
}

const two = workflowOf({
  make: { accepts: ["Start"] },
  test: { accepts: ["Made"] },
  stop: { kind: "stop", accepts: ["Ok"] },
});

describe("[R79] a workflow inside a workflow", () => {
  test("has its own Start, steps named by path, and a Stop that ends only it", () => {
    const run = new PlayedRun(workflowOf({ build: runs(two), after: { accepts: ["Built", "Made", "Stop"] } }));
    run.start();
    enter(run, "x1", 7);
    expect(run.lines()).toEqual(["running build#0 Start", "running build/make#0 Start"]);
    run.finish(run.on("build/make"), returned("Made"));
    expect(run.lines()).toEqual(["not-running build/make#0 completed -> Made", "running build/test#0 Made"]);
    run.finish(run.on("build/test"), returned("Stop", 5));
    expect(run.lines()).toEqual(["not-running build/test#0 completed -> Stop"]);
    expect(run.ended).toEqual(["x1"]);
    run.finish("x1", returned("Built", 5));
    expect(run.lines()).toEqual(["not-running build#0 completed -> Built", "running after#0 Built"]);
    expect(sizeOf(run.state.instances)).toBe(0);
  });

  test("several instances do not mix", () => {
    const joined = workflowOf({ a: { accepts: ["Start"] }, join: { accepts: ["L", "R"], join: "one-of-each" } });
    const run = new PlayedRun(workflowOf({ build: runs(joined, { accepts: ["Start", "Go"] }) }));
    run.start();
    run.post({ kind: "event-added", event: { type: "Go" } });
    enter(run, run.on("build", 0));
    enter(run, run.on("build", 1));
    run.lines();
    run.finish(run.on("build/a", 0), returned("L"));
    run.finish(run.on("build/a", 1), returned("R"));
    expect(run.lines()).not.toContain("running build/join#0 [2]");
    expect(run.ended).toEqual(["x1", "x2"]);
  });

  test("its Stop drops what its siblings do, and nothing of another instance", () => {
    const race = workflowOf({
      fast: { accepts: ["Start"] },
      slow: { accepts: ["Start"], workers: 1 },
      asks: { kind: "ask", accepts: ["Start"] },
    });
    const run = new PlayedRun(workflowOf({ build: runs(race, { accepts: ["Start", "Go"] }) }));
    run.start();
    run.post({ kind: "event-added", event: { type: "Go" } });
    enter(run, run.on("build", 0));
    enter(run, run.on("build", 1));
    run.finish(run.on("build/asks", 0), [{ kind: "wait", ordinal: 0, type: "Answer", timeoutMs: 50 }]);
    run.lines();
    const slow = run.on("build/slow", 0);
    run.finish(run.on("build/fast", 0), returned("Stop", 1));
    expect(run.lines()).toEqual(["not-running build/fast#0 completed -> Stop", "running build/slow#0 Start"]);
    expect(run.effects).toContainEqual({ kind: "abort", execution: slow, reason: "ended" });
    const { steps, timers } = viewRun(run.plan, run.state);
    expect(steps["build/asks"]).toMatchObject({ running: 1, waiting: 0 });
    expect(timers).toEqual([]);
    expect(run.ended).toEqual(["x1"]);
  });

  test("without a stop step it succeeds when nothing is left; one that can stop and did not is blocked", () => {
    const plain = workflowOf({ make: { accepts: ["Start"] } });
    const stops = workflowOf({
      make: { accepts: ["Start"] },
      join: { accepts: ["A", "B"], join: "one-of-each" },
      stop: { kind: "stop", accepts: ["C"] },
    });
    const run = new PlayedRun(workflowOf({ build: runs(plain), other: runs(stops) }));
    run.start();
    enter(run);
    enter(run, run.on("other"));
    run.finish(run.on("build/make"), nothing);
    run.finish(run.on("other/make"), returned("A"));
    const ends = run.effects.flatMap((effect) => (effect.kind === "instance-ended" ? [effect.end] : []));
    expect(ends).toMatchObject([{ outcome: "success" }, { outcome: "blocked" }]);
    expect(ends[1]?.reason).toContain("other/join has A and lacks B");
  });

  test("[R23] a failure that nobody in it takes ends it, and the step may retry with a new instance", () => {
    const run = new PlayedRun(workflowOf({ build: runs(two) }));
    run.start();
    enter(run);
    run.finish(run.on("build/make"), boom);
    const end = run.effects.find((effect) => effect.kind === "instance-ended");
    expect(end).toMatchObject({ execution: "x1", end: { outcome: "failure", reason: "build/make failed: boom" } });
    run.lines();
    run.finish("x1", boom, { retryAfterMs: 0 });
    expect(run.lines()).toEqual(["not-running build#0 retrying", "running build#0 Start attempt 2"]);
    expect(run.inFlight.get(run.on("build"))?.hosts).toBeUndefined();
    enter(run);
    expect(run.lines()).toEqual(["running build/make#0 Start"]);
  });

  test("[R23] its own handler takes its failures first", () => {
    const handled = workflowOf({ make: { accepts: ["Start"] }, handler: { accepts: ["StepFailed"] } });
    const run = new PlayedRun(workflowOf({ build: runs(handled), outer: { accepts: ["StepFailed"] } }));
    run.start();
    enter(run);
    run.lines();
    run.finish(run.on("build/make"), boom);
    expect(run.lines()).toEqual(["not-running build/make#0 failed", "running build/handler#0 StepFailed"]);
  });

  test("has its own store and input", () => {
    const run = new PlayedRun(workflowOf({ build: runs(two) }));
    run.start({ of: "the run" });
    enter(run, "x1", 7);
    const make = run.inFlight.get(run.on("build/make"));
    expect(make?.event).toEqual({ type: "Start", data: 7 });
    run.post({ kind: "store-changed", execution: make?.execution ?? "", path: ["k"], value: 1 });
    expect(run.state.store).toEqual({});
    expect([...values(run.state.instances)]).toMatchObject([{ input: 7, store: { k: 1 } }]);
  });

  test("[R46] [R42] a question in it leaves the run idle, and its time does not count", () => {
    const asks = workflowOf({ ask: { kind: "ask", accepts: ["Start"] } });
    const run = new PlayedRun(workflowOf({ build: runs(asks) }, { limits: { timeoutMs: 100, maxParallel: 1 } }));
    run.start();
    enter(run);
    run.finish(run.on("build/ask"), [{ kind: "wait", ordinal: 0, type: "Answer", where: { ask: "i2.0" } }]);
    expect(run.lines().at(-1)).toBe("idle");
    run.passTo(500);
    expect(run.state.lifecycle).toBe("running");
    run.post({ kind: "event-added", event: { type: "Answer", data: { ask: "i2.0", value: 1 } }, to: "build/ask" });
    expect(run.lines()).toContain("running build/ask#0 Start");
  });

  test("[R48] a reload takes the instance up again, [T26] and so does a resume after a cancel", () => {
    const run = new PlayedRun(workflowOf({ build: runs(two) }));
    run.start();
    enter(run);
    run.finish(run.on("build/make"), returned("Made"));
    run.lines();
    run.reload();
    expect(run.lines()).toEqual([
      "not-running build#0 rerun",
      "not-running build/test#0 rerun",
      "running build#0 Start attempt 2",
      "running build/test#0 Made attempt 2",
    ]);
    expect(run.inFlight.get(run.on("build"))?.hosts).toMatchObject({ end: null });
    run.post({ kind: "cancel-requested", request: "c" });
    for (const execution of [run.on("build"), run.on("build/test")]) run.finish(execution, [{ kind: "cancelled" }]);
    expect(run.acknowledge()).toBe(true);
    expect(run.lines().at(-1)).toBe("end cancellation");
    run.post({ kind: "resume-requested" });
    expect(run.lines()).toEqual([
      "lifecycle running",
      "running build#0 Start attempt 3",
      "running build/test#0 Made attempt 3",
    ]);
    run.finish(run.on("build/test"), returned("Stop", 1));
    expect(run.ended).toEqual([run.on("build")]);
  });

  test("[T5] [T30] tasks in it are decided for each instance, one instance after the other", () => {
    const tasks = {
      ...workflowOf({ a: { needs: [] }, b: { needs: ["a"] } }),
      exports: { x: { from: "b", path: [] } },
    };
    const run = new PlayedRun(workflowOf({ build: runs(tasks, { accepts: ["Start", "Go"] }) }));
    run.start();
    run.post({ kind: "event-added", event: { type: "Go" } });
    expect(run.lines()).toEqual(["running build#0 Start", "preparing build Go"]);
    for (const value of [1, 2]) {
      enter(run);
      run.finish(run.on("build/a"), nothing);
      run.finish(run.on("build/b"), [{ kind: "output", value }]);
      const ends = run.effects.flatMap((effect) => (effect.kind === "instance-ended" ? [effect.end] : []));
      expect(ends.at(-1)).toEqual({ outcome: "success", result: { x: value } });
      run.finish(run.on("build"), nothing);
    }
    expect(run.lines().at(-1)).toBe("end success");
  });

  test("inside one another, and each in the other's scope", () => {
    const inner = workflowOf({ leaf: { accepts: ["Start"] } });
    const middle = workflowOf({ deep: runs(inner, { emits: { done: "Deep" } }), last: { accepts: ["Deep"] } });
    const run = new PlayedRun(workflowOf({ build: runs(middle) }));
    run.start();
    enter(run);
    enter(run, run.on("build/deep"));
    expect(run.lines()).toContain("running build/deep/leaf#0 Start");
    const encoded = JSON.parse(JSON.stringify(encodeState(run.state)));
    expect(encodeState(decodeState(run.plan, encoded))).toEqual(encodeState(run.state));
    expect(replay(run.plan, initialState(run.plan), run.journal)).toEqual(run.state);
    run.finish(run.on("build/deep/leaf"), nothing);
    run.finish(run.on("build/deep"), returned("Deep", 1));
    run.finish(run.on("build/last"), nothing);
    expect(run.ended).toHaveLength(2);
    run.finish("x1", nothing);
    expect(run.lines().at(-1)).toBe("end success");
  });
});
