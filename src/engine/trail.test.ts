import { expect, test } from "vitest";
import { handedOnOf } from "./handedOn.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { trailRecord } from "./trail.ts";

const returned = (type: string, data?: number) =>
  [{ kind: "return", value: { type, ...(data !== undefined && { data }) } }] as const;

/** Step → what its nearest ancestor execution handed on, as the run's journal tells it. */
function lookBack(run: PlayedRun, execution: string): Record<string, unknown> {
  const trail = trailRecord(run.inFlight.get(execution)?.trail);
  return Object.fromEntries(
    Object.entries(trail).map(([id, { seq }]) => {
      const tick = run.journal[seq - 1];
      const step = run.plan.byId.get(id)?.step;
      return [id, tick && step && handedOnOf(step, tick, id)?.data];
    }),
  );
}

test("[R69] a step sees what its own ancestors handed on, also three steps back", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"] }, b: { accepts: ["B"] }, c: { accepts: ["C"] } }));
  run.start();
  run.finish("x1", returned("B", 1));
  run.finish(run.on("b"), returned("C", 2));
  expect(lookBack(run, run.on("c"))).toEqual({ a: 1, b: 2 });
});

test("[R69] [R73] in a loop the nearest execution counts, and how many there were", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start", "Again"] }, b: { accepts: ["B"] } }));
  run.start();
  run.finish("x1", returned("B", 1));
  run.finish(run.on("b"), returned("Again", 2));
  run.finish(run.on("a"), returned("B", 3));
  const execution = run.on("b");
  expect(lookBack(run, execution)).toEqual({ a: 3, b: 2 });
  expect(trailRecord(run.inFlight.get(execution)?.trail).a).toMatchObject({ count: 2, attempt: 1 });
});

test("[R69] parallel lines do not see each other", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"] }, b: { accepts: ["B"] }, c: { accepts: ["C"] } }));
  run.start();
  run.post({ kind: "event-added", event: { type: "C" } });
  run.finish("x1", returned("B", 1));
  expect(lookBack(run, run.on("c"))).toEqual({});
});

test("[R69] a join merges the lines of its members, and the latest wins", () => {
  const run = new PlayedRun(
    workflowOf({
      split: { accepts: ["Start"], batches: { done: "X" } },
      work: { accepts: ["X"], emits: { done: "Y" } },
      all: { accepts: ["Y"], join: { batch: "all" } },
    }),
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
  run.finish(run.on("work", 1), returned("Y", 22));
  run.finish(run.on("work", 0), returned("Y", 11));
  expect(lookBack(run, run.on("all"))).toEqual({ split: [1, 2], work: 11 });
});

test("[R69] a failure that goes to a port is an ancestor; a live send is no result of its sender", () => {
  const run = new PlayedRun(
    workflowOf({
      a: { accepts: ["Start"], emits: { done: "Done", error: "Bad" } },
      fix: { accepts: ["Bad"] },
      t: { accepts: ["T"] },
    }),
  );
  run.start();
  run.post({ kind: "event-added", event: { type: "T" }, from: { execution: "x1", index: 0 } });
  expect(lookBack(run, run.on("t"))).toEqual({});
  run.finish("x1", [{ kind: "fail", failure: { name: "Error", message: "no" } }]);
  const { a } = trailRecord(run.inFlight.get(run.on("fix"))?.trail);
  const tick = run.journal[(a?.seq ?? 0) - 1];
  const step = run.plan.byId.get("a")?.step;
  expect(tick && step && handedOnOf(step, tick, "a")).toMatchObject({ outcome: "failure", data: undefined });
});

test("[R69] a task sees the results of its needs", () => {
  const run = new PlayedRun(workflowOf({ a: { needs: [] }, b: { needs: ["a"] }, c: { needs: ["b"] } }));
  run.start();
  run.finish("x1", [{ kind: "output", value: 1 }]);
  run.finish(run.on("b"), [{ kind: "output", value: 2 }]);
  expect(lookBack(run, run.on("c"))).toEqual({ a: 1, b: 2 });
});

test("[R71] members carry their element through all steps of their line, a join hands it on, outer elements stay", () => {
  const run = new PlayedRun(
    workflowOf({
      outer: { accepts: ["Start"], batches: { done: "G" } },
      inner: { accepts: ["G"], batches: { done: "X" } },
      mid: { accepts: ["X"], emits: { done: "Y" } },
      sum: { accepts: ["Y"], join: { batch: "all" } },
    }),
  );
  run.start();
  run.finish("x1", [{ kind: "return", value: [{ type: "G", data: "g" }] }]);
  run.finish(run.on("inner"), [
    {
      kind: "return",
      value: [
        { type: "X", data: "p" },
        { type: "X", data: "q" },
      ],
    },
  ]);
  const second = run.inFlight.get(run.on("mid", 1));
  expect(second?.element).toEqual({ item: "q", index: 1 });
  expect(second?.elements).toEqual([{ item: "g", index: 0 }]);
  run.finish(run.on("mid", 1), returned("Y", 2));
  run.finish(run.on("mid", 0), returned("Y", 1));
  const joined = run.inFlight.get(run.on("sum"));
  expect(joined?.element).toEqual({ item: "g", index: 0 });
  expect(joined?.event).toEqual({
    type: "Batch",
    events: [
      { type: "Y", data: 1, item: "p", index: 0 },
      { type: "Y", data: 2, item: "q", index: 1 },
    ],
  });
});
