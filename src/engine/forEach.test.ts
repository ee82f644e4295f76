import { describe, expect, test } from "vitest";
import type { Json } from "../workflow/json.ts";
import type { Step } from "../workflow/workflow.ts";
import { values } from "./persistent/sortedMap.ts";
import { replay } from "./replay.ts";
import type { Result } from "./result.ts";
import { initialState } from "./runState.ts";
import { decodeState, encodeState } from "./stateCodec.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { lookUp } from "./trail.ts";
import { viewStep } from "./viewRun.ts";

const fail: readonly Result[] = [{ kind: "fail", failure: { name: "Error", message: "boom" } }];
const gives = (data: Json): readonly Result[] => [{ kind: "return", value: { type: "Done", data } }];

/** A run whose step `s` opened a list of so many elements. */
function opened(count: number, step: Partial<Step> = {}, others: Record<string, Partial<Step>> = {}): PlayedRun {
  const trigger = step.needs === undefined ? { accepts: ["Start"] } : {};
  const run = new PlayedRun(
    workflowOf({ s: { ...trigger, forEach: "event.data", workers: 2, emits: { done: "Done" }, ...step }, ...others }),
  );
  run.start();
  run.finish(run.on("s"), [{ kind: "each", elements: Array.from({ length: count }, (_, index) => `e${index}`) }]);
  run.lines();
  return run;
}

/** Hands on what was gathered, as the executor does it. */
function handOn(run: PlayedRun): readonly Json[] {
  const execution = run.on("s");
  const part = run.inFlight.get(execution)?.each;
  if (part?.kind !== "gather") throw new Error("Nothing is handed on yet.");
  const list = [...values(part.results)].map(({ data }) => data ?? null);
  run.finish(execution, gives(list));
  return list;
}

function each(run: PlayedRun) {
  return viewStep(run.plan, run.state, "s").each;
}

describe("[R72] a list of elements", () => {
  test("runs each with its item and index, and hands on their results once, in the order of the list", () => {
    const run = opened(3, {}, { after: { accepts: ["Done"] } });
    const seen = [run.on("s", 0), run.on("s", 1)].map((id) => run.inFlight.get(id)?.element);
    expect(seen).toEqual([
      { item: "e0", index: 0 },
      { item: "e1", index: 1 },
    ]);
    run.finish(run.on("s", 1), gives("second"));
    run.finish(run.on("s", 0), [{ kind: "return", value: null, data: "first" }]);
    expect(run.lines()).toEqual([
      "not-running s#1 completed -> Done",
      "running s#1 Start",
      "not-running s#0 completed",
    ]);
    run.finish(run.on("s", 1), [{ kind: "output", value: "third" }]);
    expect(run.lines()).toEqual(["not-running s#1 completed", "batch s close 3", "running s#0 Start"]);
    expect(handOn(run)).toEqual(["first", "second", "third"]);
    expect(run.lines()).toEqual(["not-running s#0 completed -> Done", "running after#0 Done"]);
    const after = run.inFlight.get(run.on("after"));
    expect(after?.event?.data).toEqual(["first", "second", "third"]);
    // [R69] [R73]: one result on this line, in the tick that handed it on.
    expect(lookUp(after?.trail, "s")).toEqual({ seq: run.journal.length, attempt: 1, count: 1 });
    expect(after?.element).toBeUndefined();
  });

  test("closes at once when it is empty", () => {
    const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"], forEach: "event.data" } }));
    run.start();
    run.finish(run.on("s"), [{ kind: "each", elements: [] }]);
    expect(run.lines()).toEqual([
      "running s#0 Start",
      "not-running s#0 completed -> [0]",
      "batch s open 0",
      "batch s close 0",
      "running s#0 Start",
    ]);
    expect(handOn(run)).toEqual([]);
    expect(run.state.outcome).toBe("success");
  });

  test("[R71] in a batch, `item` is the inner element and the outer ones are `elements`", () => {
    const run = new PlayedRun(
      workflowOf({
        fan: { accepts: ["Start"], batches: { done: "Member" } },
        s: { accepts: ["Member"], forEach: "event.data", emits: { done: "Done" } },
        joined: { accepts: ["Done"], join: { batch: "all" } },
      }),
    );
    run.start();
    run.finish(run.on("fan"), [{ kind: "return", value: [{ type: "Member", data: ["x"] }] }]);
    run.finish(run.on("s"), [{ kind: "each", elements: ["x"] }]);
    const dispatch = run.inFlight.get(run.on("s"));
    expect(dispatch?.element).toEqual({ item: "x", index: 0 });
    expect(dispatch?.elements).toEqual([{ item: ["x"], index: 0 }]);
    run.finish(run.on("s"), gives("X"));
    handOn(run);
    // The outer batch closed only now, and the join stands outside of both.
    expect(run.inFlight.get(run.on("joined"))?.event?.events).toEqual([
      { type: "Done", data: ["X"], item: ["x"], index: 0 },
    ]);
    expect(run.state.batches).toBeUndefined();
  });

  test("each element has its own retries and waits, and none of them closes the batch", () => {
    const run = opened(2);
    run.finish(run.on("s", 0), fail, { retryAfterMs: 100 });
    run.finish(run.on("s", 1), [{ kind: "wait", ordinal: 0, type: "Go" }]);
    expect(run.lines()).toEqual(["not-running s#0 retrying", "timer retry 100", "not-running s#1 waiting"]);
    run.post({ kind: "event-added", event: { type: "Go" } });
    run.finish(run.on("s", 0), gives("answered"));
    run.passTo(100);
    expect(run.inFlight.get(run.on("s"))?.attempt).toBe(2);
    run.finish(run.on("s"), gives("tried again"));
    expect(handOn(run)).toEqual(["tried again", "answered"]);
  });

  test("what an element sends stays in the inner batch, which closes when that has ended", () => {
    const run = opened(1, {}, { other: { accepts: ["Note"] } });
    run.finish(run.on("s"), [{ kind: "send", event: { type: "Note" } }, ...gives("done")]);
    expect(run.lines()).toEqual(["not-running s#0 completed -> Done", "running other#0 Note"]);
    expect(run.inFlight.get(run.on("other"))?.element).toEqual({ item: "e0", index: 0 });
    run.finish(run.on("other"), [{ kind: "return", value: null }]);
    expect(run.lines()).toEqual(["not-running other#0 completed", "batch s close 1", "running s#0 Start"]);
    expect(handOn(run)).toEqual(["done"]);
  });

  test("an element returns one value: a list of events is a mistake that is never retried", () => {
    const run = opened(1, { onFailure: "skip" });
    run.finish(run.on("s"), [{ kind: "return", value: [{ type: "Done" }] }], { retryAfterMs: 1 });
    expect(run.lines()).toEqual(["not-running s#0 failed", "batch s close 1", "running s#0 Start"]);
    expect(viewStep(run.plan, run.state, "s").lastFailure?.message).toBe(
      "The step has forEach and returned a list of events for one element; it may return one event or null.",
    );
    expect(handOn(run)).toEqual([null]);
  });

  test("a list that nobody asked for, and none where one was asked for, are mistakes", () => {
    const plain = new PlayedRun(workflowOf({ s: { accepts: ["Start"] } }));
    plain.start();
    plain.finish("x1", [{ kind: "each", elements: [1] }]);
    expect(plain.state.reason).toContain("answered a list for forEach where none was asked for");
    const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"], forEach: "event.data" } }));
    run.start();
    run.finish("x1", gives(1));
    expect(run.state.reason).toContain("was asked for the list of its forEach and gave none");
  });

  test("the step that could not read its list fails like any other", () => {
    const run = new PlayedRun(
      workflowOf({ s: { accepts: ["Start"], forEach: "1", emits: { error: "Bad" } }, h: { accepts: ["Bad"] } }),
    );
    run.start();
    run.finish("x1", fail, { retryAfterMs: 0 });
    expect(run.inFlight.get(run.on("s"))?.each?.kind).toBe("open");
    run.finish(run.on("s"), fail);
    expect(run.inFlight.get(run.on("h"))?.event?.type).toBe("Bad");
  });

  test("perSecond holds the elements, and neither the reading nor the handing on of their list", () => {
    const run = opened(2, { perSecond: 1 });
    expect(viewStep(run.plan, run.state, "s")).toMatchObject({ running: 1, queued: 1 });
    run.finish(run.on("s"), gives(1));
    run.passTo(1000);
    run.finish(run.on("s"), gives(2));
    expect(run.lines().at(-1)).toBe("running s#0 Start");
    expect(handOn(run)).toEqual([1, 2]);
  });
});

describe("[R72] [R70] an element that fails for good", () => {
  test("`skip` leaves null in its place", () => {
    const run = opened(2, { onFailure: "skip" });
    run.finish(run.on("s", 0), fail);
    run.finish(run.on("s", 1), gives("ok"));
    expect(each(run)).toMatchObject({ total: 2, done: 2, failed: 1, parked: 0 });
    expect(handOn(run)).toEqual([null, "ok"]);
  });

  test("`park` waits for a person, who runs it again, gives its output, or gives it up", () => {
    const run = opened(3, { onFailure: "park", workers: 3 }, { h: { accepts: ["StepFailed"] } });
    for (const worker of [0, 1, 2]) run.finish(run.on("s", worker), fail);
    expect(each(run)).toMatchObject({
      total: 3,
      done: 0,
      failed: 0,
      parked: 3,
      lists: [{ list: 1, total: 3, done: 0 }],
    });
    run.post({ kind: "recovery-decided", item: "i2", decision: { kind: "succeeded", output: "by hand" }, by: "me" });
    run.post({ kind: "recovery-decided", item: "i3", decision: { kind: "rerun" }, by: "me" });
    run.finish(run.on("s"), gives("again"));
    expect(each(run)).toMatchObject({ total: 3, done: 2, failed: 0, parked: 1 });
    run.lines();
    run.post({ kind: "recovery-decided", item: "i4", decision: { kind: "failed" }, by: "me" });
    // As `fail`: the handler gets the failure of the list, once.
    expect(run.lines()).toEqual(["running h#0 StepFailed", "batch s close 2"]);
    expect(run.inFlight.get(run.on("h"))?.event?.data).toMatchObject({ step: "s", item: "e2", index: 2 });
  });

  test("`fail` goes through the port once, and what is left of its siblings is dropped", () => {
    const run = opened(5, { workers: 3, emits: { done: "Done", error: "Bad" } }, { h: { accepts: ["Bad"] } });
    run.finish(run.on("s", 0), gives("kept by nobody"));
    run.finish(run.on("s", 1), [{ kind: "wait", ordinal: 0, type: "Go" }]);
    run.lines();
    run.finish(run.on("s", 0), fail);
    expect(run.lines()).toEqual(["not-running s#0 failed", "running h#0 Bad"]);
    expect(run.inFlight.get(run.on("h"))?.event?.data).toMatchObject({ item: "e3", index: 3, attempts: 1 });
    expect(run.effects.filter(({ kind }) => kind === "abort").length).toBe(2);
    expect(run.state.tally).toMatchObject({ queued: 0, openWaiters: 0, running: 3 });
    run.finish(run.on("s", 1), [{ kind: "cancelled" }]);
    run.finish(run.on("s", 2), fail, { retryAfterMs: 0 });
    expect(run.lines()).toEqual(["not-running s#1 cancelled", "not-running s#2 failed", "batch s close 1"]);
    run.finish(run.on("h"), [{ kind: "return", value: null }]);
    expect(run.state.outcome).toBe("success");
  });

  test("without port or handler it ends the run", () => {
    const run = opened(2);
    run.finish(run.on("s"), fail);
    expect(run.state).toMatchObject({ outcome: "failure", reason: "s failed: boom" });
  });

  test("dropped siblings do not begin again after a pause or a reload", () => {
    for (const interrupt of ["pause", "reload"] as const) {
      const run = opened(2, { emits: { done: "Done", error: "Bad" } }, { h: { accepts: ["Bad"] } });
      run.finish(run.on("s", 0), fail);
      if (interrupt === "reload") run.reload();
      else {
        run.post({ kind: "pause-requested" });
        run.post({ kind: "resume-requested" });
      }
      expect(viewStep(run.plan, run.state, "s")).toMatchObject({ running: 0, queued: 0 });
      expect(run.state.batches).toBeUndefined();
    }
  });
});

describe("[R72] a task with forEach is a matrix", () => {
  const matrix: Partial<Step> = { needs: [], emits: {} };

  test("all its elements run, and it is as bad as the worst of them", () => {
    const run = opened(3, matrix, { after: { needs: ["s"] } });
    run.finish(run.on("s", 0), [...fail, { kind: "exit", exit: { code: 3 } }]);
    run.finish(run.on("s", 0), [{ kind: "fail", failure: { name: "Denied", message: "no" }, denied: true }]);
    expect(viewStep(run.plan, run.state, "s").task).toBe("running");
    run.finish(run.on("s", 1), gives(1));
    expect(run.lines()).toEqual([
      "not-running s#0 failed",
      "running s#0",
      "not-running s#0 denied",
      "not-running s#1 completed -> Done",
      "batch s close 3",
      "blocked after",
      "end denial",
    ]);
  });

  test("its output is the list of their outputs, its exit that of the first", () => {
    const run = opened(2, matrix, { after: { needs: ["s"], when: { exit: "s", equals: 0 } } });
    const exits = (value: number): readonly Result[] => [
      { kind: "exit", exit: { code: 0 } },
      { kind: "output", value },
    ];
    run.finish(run.on("s", 1), exits(2));
    run.finish(run.on("s", 0), exits(1));
    const part = run.inFlight.get(run.on("s"))?.each;
    expect(part?.kind === "gather" && [...values(part.results)].map(({ output }) => output)).toEqual([1, 2]);
    run.finish(run.on("s"), [{ kind: "return", value: null, data: [1, 2] }]);
    expect(run.lines().slice(-2)).toEqual(["not-running s#0 completed", "running after#0"]);
  });

  test("[T32] its failure is offered to a port once, and it still counts as failed", () => {
    const run = opened(2, { ...matrix, emits: { error: "Bad" } }, { h: { accepts: ["Bad"] } });
    run.finish(run.on("s", 0), fail);
    run.finish(run.on("s", 1), fail);
    expect(run.lines().slice(-2)).toEqual(["batch s close 2", "running h#0 Bad"]);
    run.finish(run.on("h"), [{ kind: "return", value: null }]);
    expect(run.state.outcome).toBe("failure");
  });

  test("[T26] [T28] an element that was cancelled cancels the task, which begins anew with a resume", () => {
    const run = opened(2, matrix);
    run.post({ kind: "cancel-requested", request: "c", step: "s", execution: run.on("s", 0) });
    run.finish(run.on("s", 0), [{ kind: "cancelled" }]);
    run.finish(run.on("s", 1), gives(1));
    expect(run.state.outcome).toBe("cancellation");
    run.post({ kind: "resume-requested" });
    expect(run.inFlight.get(run.on("s"))?.each?.kind).toBe("open");
  });

  test("[T41] a clean-up runs its list to the end, whatever it sent", () => {
    const run = opened(2, { ...matrix, always: true, workers: 1 }, { other: { accepts: ["Note", "Start"] } });
    run.post({ kind: "event-added", event: { type: "Note" }, from: { execution: run.on("s"), index: 0 } });
    run.finish(run.on("other"), [{ kind: "return", value: { type: "Stop" } }]);
    expect(run.state.lifecycle).toBe("running");
    run.finish(run.on("s"), gives(1));
    run.finish(run.on("s"), gives(2));
    expect(handOn(run)).toEqual([1, 2]);
    expect(run.state.outcome).toBe("success");
  });
});

describe("[R72] and the life of a run", () => {
  test("[R48] a reload runs elements in flight again, and a snapshot holds what ended", () => {
    const run = opened(3);
    run.finish(run.on("s", 0), gives("kept"));
    run.reload();
    expect(run.lines().slice(-4)).toEqual([
      "not-running s#1 rerun",
      "not-running s#0 rerun",
      "running s#0 Start attempt 2",
      "running s#1 Start attempt 2",
    ]);
    run.state = decodeState(run.plan, JSON.parse(JSON.stringify(encodeState(run.state))));
    run.finish(run.on("s", 0), gives("b"));
    run.finish(run.on("s", 1), gives("c"));
    expect([...handOn(run)].sort()).toEqual(["b", "c", "kept"]);
    const folded = replay(run.plan, initialState(run.plan), run.journal);
    expect(encodeState(folded)).toEqual(encodeState(run.state));
  });

  test("[R47] [T18] reading a list is the tab's work, also for a command: a pause and a reload begin it anew", () => {
    const steps = {
      s: { kind: "command", config: { argv: ["true"] }, accepts: ["Start"], forEach: "event.data" },
    } as const;
    const run = new PlayedRun(workflowOf(steps));
    run.start();
    run.post({ kind: "pause-requested" });
    run.post({ kind: "resume-requested" });
    run.reload();
    expect(run.lines().filter((line) => line.startsWith("running"))).toEqual([
      "running s#0 Start",
      "running s#0 Start attempt 2",
      "running s#0 Start attempt 3",
    ]);
    expect(run.effects.some(({ kind }) => kind === "attach")).toBe(false);
  });

  test("[T26] a cancelled list goes on with a resume: what ended stays", () => {
    const run = opened(3);
    run.finish(run.on("s", 0), gives("kept"));
    run.post({ kind: "cancel-requested", request: "c" });
    for (const worker of [0, 1]) run.finish(run.on("s", worker), [{ kind: "cancelled" }]);
    run.acknowledge();
    expect(run.state.outcome).toBe("cancellation");
    run.post({ kind: "resume-requested" });
    run.finish(run.on("s", 0), gives("b"));
    run.finish(run.on("s", 1), gives("c"));
    expect(handOn(run)).toEqual(["kept", "b", "c"]);
  });

  test("[R40] Stop ends a list with the run", () => {
    const run = opened(3, {}, { other: { accepts: ["Start"] } });
    run.finish(run.on("other"), [{ kind: "return", value: { type: "Stop" } }]);
    expect(run.state.outcome).toBe("success");
    expect(each(run)).toMatchObject({ total: 3, done: 0, failed: 0, parked: 0 });
  });
});
