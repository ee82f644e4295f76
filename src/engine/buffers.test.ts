import { expect, test } from "vitest";
import { toEvents } from "./testing/bufferedEvents.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewStep } from "./viewRun.ts";

test("names that mean something to JavaScript are names like any other: steps, buffers, ports and memos", () => {
  const run = new PlayedRun(
    workflowOf({
      constructor: { accepts: ["Start", "A"], emits: { error: "Bad" }, maxRecoveries: 1 },
      k: { accepts: ["Start"] },
    }),
  );
  run.start();
  run.post({ kind: "once-recorded", execution: "x1", key: "__proto__", value: 1 });
  run.finish("x1", [{ kind: "collect", buffer: "constructor", event: { type: "P" } }]);
  run.post({ kind: "event-added", event: { type: "A" } });
  run.lines();
  run.finish(run.on("constructor"), [{ kind: "collect", buffer: "constructor", event: { type: "Q" } }]);
  expect(run.lines()).toEqual(["not-running constructor#0 completed"]);
  expect(viewStep(run.plan, run.state, "constructor").buffers).toEqual({ constructor: ["P", "Q"] });
});

test("[R23] the recoveries of a step whose id JavaScript knows are counted too", () => {
  const run = new PlayedRun(
    workflowOf({
      constructor: { accepts: ["Start", "Again"], emits: { error: "Bad" }, maxRecoveries: 1 },
      fix: { accepts: ["Bad"] },
    }),
  );
  const fail = [{ kind: "fail", failure: { name: "Error", message: "no" } }] as const;
  run.start();
  run.finish("x1", fail);
  run.finish(run.on("fix"), [{ kind: "return", value: { type: "Again" } }]);
  run.finish(run.on("constructor"), fail);
  expect(run.state.outcome).toBe("failure");
});

test("[R25] [R28] an execution sees the buffers of its own scope as they were at its dispatch", () => {
  const run = new PlayedRun(
    workflowOf({ split: { accepts: ["Start"], batches: { done: "X" } }, c: { accepts: ["X"], workers: 1 } }),
  );
  run.start();
  run.finish("x1", [
    {
      kind: "return",
      value: [
        { type: "X", data: 1 },
        { type: "X", data: 2 },
      ],
    },
  ]);
  run.finish(run.on("c"), [{ kind: "collect", buffer: "default", event: { type: "X", data: 1 } }]);
  expect(toEvents(run.inFlight.get(run.on("c")), "default")).toEqual([{ type: "X", data: 1 }]);
  run.post({ kind: "event-added", event: { type: "X", data: 3 } });
  run.finish(run.on("c"), [{ kind: "consume", buffer: "default", events: [{ type: "X", data: 1 }] }]);
  expect(toEvents(run.inFlight.get(run.on("c")), "default")).toEqual([]);
});

test("[R27] a failure over a changed buffer is discarded as well: it may be the change that made it fail", () => {
  const run = new PlayedRun(workflowOf({ k: { accepts: ["Start"] }, c: { accepts: ["X"], workers: 2 } }));
  run.start();
  for (const data of [1, 2]) run.post({ kind: "event-added", event: { type: "X", data } });
  run.finish(run.on("c", 0), [{ kind: "collect", buffer: "default", event: { type: "X" } }]);
  run.lines();
  run.finish(run.on("c", 1), [
    { kind: "consume", buffer: "default", events: 1 },
    { kind: "fail", failure: { name: "Error", message: "no" } },
  ]);
  expect(run.lines()).toEqual(["stale c#1"]);
  expect(run.inFlight.get(run.on("c", 1))).toMatchObject({ attempt: 1, execution: "x4" });
});
