import { expect, test } from "vitest";
import { projectState } from "./projectState.ts";
import { decodeState, encodeState } from "./stateCodec.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { changedSteps } from "./viewRun.ts";

const workflow = workflowOf({
  s: { accepts: ["Start", "A"], workers: 1 },
  t: { accepts: ["B"] },
  k: { needs: [] },
});

function played(): PlayedRun {
  const run = new PlayedRun(workflow);
  run.start({ topic: "x" });
  run.post({ kind: "event-added", event: { type: "A", data: 1 } });
  run.finish("x1", [{ kind: "output", value: null }]);
  run.finish(run.on("s"), [{ kind: "wait", ordinal: 0, type: "Go", timeoutMs: 100 }]);
  return run;
}

test("a snapshot of another format is refused by name", () => {
  const run = played();
  expect(() => decodeState(run.plan, { format: "tickwork/state@2" })).toThrow(/tickwork\/state@2.*tickwork\/state@1/);
  expect(() => decodeState(run.plan, null)).toThrow(/tickwork\/state@1/);
});

test("the projection for the hash of a log names what the rules name, without empties and defaults", () => {
  const run = played();
  expect(projectState(run.plan, run.state)).toEqual({
    format: "stateHash@1",
    lifecycle: "running",
    input: { value: { topic: "x" } },
    items: 3,
    executions: 3,
    deadlines: [{ what: "waiter", at: 100 }],
    steps: {
      s: {
        running: [{ item: "i3", event: "A", attempt: 1, firstAttemptAt: 0, execution: "x3", worker: 0 }],
        waiting: [{ item: "i2", event: "Start", attempt: 1, firstAttemptAt: 0 }],
        waiters: [{ waiter: "i2.0", item: "i2", type: "Go", dueAt: 100, state: "open" }],
      },
      k: { task: { outcome: "success", output: { value: null } }, lastOutcome: "success" },
    },
  });
});

test("the projection does not depend on the way that led to a state", () => {
  const run = played();
  const restored = decodeState(run.plan, JSON.parse(JSON.stringify(encodeState(run.state))));
  expect(projectState(run.plan, restored)).toEqual(projectState(run.plan, run.state));
});

test("the steps that changed are told by identity, and a tick that means nothing changes none", () => {
  const run = played();
  const before = run.state;
  run.post({ kind: "event-added", event: { type: "B" } });
  expect(changedSteps(run.plan, before, run.state)).toEqual(["t"]);
  const after = run.state;
  run.post({ kind: "wake-up", item: "i99" });
  expect(changedSteps(run.plan, after, run.state)).toEqual([]);
});

test("[R41] after the end a tick leaves the very same state", () => {
  const run = played();
  run.post({ kind: "event-added", event: { type: "Stop" } });
  const { state } = run;
  run.post({ kind: "event-added", event: { type: "A" } });
  expect(run.state).toBe(state);
});

test("[R12] an unknown execution changes nothing but the time of the last tick", () => {
  const run = played();
  const before = encodeState(run.state);
  run.finish("x99", [{ kind: "return", value: { type: "Stop" } }]);
  expect(encodeState(run.state)).toEqual(before);
});
