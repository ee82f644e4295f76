import { expect, test } from "vitest";
import { replay } from "./replay.ts";
import type { Result } from "./result.ts";
import { initialState } from "./runState.ts";
import { decodeState, encodeState } from "./stateCodec.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewRun } from "./viewRun.ts";

const chain = {
  a: { accepts: ["Start"] },
  b: { accepts: ["A"] },
  c: { accepts: ["B"] },
};

const returned = (type: string, data: number): readonly Result[] => [{ kind: "return", value: { type, data } }];

function started(breakpoints: { readonly steps?: readonly string[]; readonly events?: readonly string[] }): PlayedRun {
  const run = new PlayedRun(workflowOf(chain));
  const { steps = [], events = [] } = breakpoints;
  run.post({ kind: "run-started", input: {}, breakpoints: { steps, events } });
  return run;
}

test("a run stops before the step, what is running goes on, and a resume lets the item pass", () => {
  const run = started({ steps: ["b"] });
  run.lines();
  run.finish(run.on("a"), returned("A", 1));
  expect(run.lines()).toEqual(["not-running a#0 completed -> A", "lifecycle paused"]);
  expect(run.state.reason).toBe("Stopped before b (A), which has a breakpoint.");
  expect(viewRun(run.plan, run.state)).toMatchObject({ stopped: { step: "b" }, breakpoints: { steps: ["b"] } });
  run.post({ kind: "resume-requested" });
  expect(run.lines()).toEqual(["lifecycle running", "running b#0 A"]);
  expect(viewRun(run.plan, run.state).stopped).toBeUndefined();
  // The next item of the step is another one.
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.state.lifecycle).toBe("paused");
});

test("an event type is a breakpoint for whatever step it is about to start, also at the very start", () => {
  const run = started({ events: ["Start"] });
  expect(run.state).toMatchObject({ lifecycle: "paused" });
  expect(run.inFlight.size).toBe(0);
});

test("a step by hand begins one item and stays paused; then the next", () => {
  const run = started({ steps: ["a"] });
  run.lines();
  run.post({ kind: "step-requested", by: "person" });
  expect(run.lines()).toEqual(["running a#0 Start"]);
  run.finish(run.on("a"), returned("A", 1));
  expect(run.lines()).toEqual(["not-running a#0 completed -> A"]);
  expect(run.inFlight.size).toBe(0);
  run.post({ kind: "step-requested", by: "person" });
  expect(run.lines()).toEqual(["running b#0 A"]);
  run.finish(run.on("b"), returned("B", 2));
  run.post({ kind: "resume-requested" });
  expect(run.lines().at(-1)).toBe("running c#0 B");
});

test("an event is changed before it goes on", () => {
  const run = started({ steps: ["b"] });
  run.finish(run.on("a"), returned("A", 1));
  const item = viewRun(run.plan, run.state).stopped?.item ?? "";
  run.post({ kind: "event-changed", item, data: 5, by: "person" });
  run.post({ kind: "resume-requested" });
  expect(run.inFlight.get(run.on("b"))?.event).toEqual({ type: "A", data: 5 });
});

test("an item that goes on after its wait is not stopped a second time", () => {
  const run = started({ steps: ["a"] });
  run.post({ kind: "resume-requested" });
  run.finish(run.on("a"), [{ kind: "wait", ordinal: 0, type: "Go" }]);
  run.post({ kind: "event-added", event: { type: "Go" } });
  expect(run.on("a")).toBe("x2");
});

test("a run without breakpoints has nothing of them, and those that are taken away stop nothing", () => {
  const plain = new PlayedRun(workflowOf(chain));
  plain.start();
  expect(plain.state.breaks).toBe(null);
  const run = started({ steps: ["b"] });
  run.post({ kind: "breakpoints-set", breakpoints: { steps: [], events: [] }, by: "person" });
  run.finish(run.on("a"), returned("A", 1));
  expect(run.on("b")).toBe("x2");
});

test("nothing to step through: a run that is not paused, or of which nothing waits", () => {
  const run = started({ steps: ["c"] });
  run.lines();
  run.post({ kind: "step-requested", by: "person" });
  expect(run.lines()).toEqual(["ignored step-requested"]);
  run.post({ kind: "pause-requested" });
  run.post({ kind: "step-requested", by: "person" });
  run.lines();
  run.post({ kind: "step-requested", by: "person" });
  expect(run.lines()).toEqual(["ignored step-requested"]);
});

test("[R48] a reload stops where the run did; a snapshot keeps it, one of an earlier version has none", () => {
  const run = started({ steps: ["b"] });
  run.finish(run.on("a"), returned("A", 1));
  const again = replay(run.plan, initialState(run.plan), run.journal);
  expect(viewRun(run.plan, again)).toEqual(viewRun(run.plan, run.state));
  expect(decodeState(run.plan, encodeState(run.state)).breaks).toEqual(run.state.breaks);
  const { breaks: _breaks, ...earlier } = encodeState(run.state) as Record<string, never>;
  expect(decodeState(run.plan, earlier).breaks).toBe(null);
  run.reload();
  expect(run.inFlight.size).toBe(0);
  run.post({ kind: "resume-requested" });
  expect(run.on("b")).toBe("x2");
});
