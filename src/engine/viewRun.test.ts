import { expect, test } from "vitest";
import { decodeState, encodeState } from "./stateCodec.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { maxParkedShown } from "./view.ts";
import { viewRun, viewStep } from "./viewRun.ts";

const boom = [{ kind: "fail", failure: { name: "Boom", message: "boom" } }] as const;
const done = (type: string) => [{ kind: "return", value: { type } }] as const;

function fannedOut(members: number, over: Parameters<typeof workflowOf>[0] = {}): PlayedRun {
  const run = new PlayedRun(
    workflowOf({
      list: { accepts: ["Start"], batches: { item: "Item" } },
      check: { accepts: ["Item"], emits: { done: "Checked" }, workers: 3, onFailure: "park" },
      all: { accepts: ["Checked"], join: { batch: "all" } },
      ...over,
    }),
  );
  run.start();
  const events = Array.from({ length: members }, (_, index) => ({ type: "Item", data: index }));
  run.finish(run.on("list"), [{ kind: "return", value: events }]);
  return run;
}

const batchOf = (run: PlayedRun) => viewRun(run.plan, run.state).openBatches?.[0];

test("[R32] an open batch says who opened it, how many members are done and open, and which joins wait for it", () => {
  const run = fannedOut(5);
  expect(batchOf(run)).toEqual({
    batch: "b1",
    step: "list",
    members: 5,
    open: 5,
    done: 0,
    endedEarly: 0,
    joins: [{ step: "all", has: 0, fired: false }],
  });
  run.finish(run.on("check"), done("Checked"));
  run.finish(run.on("check"), [{ kind: "return", value: null }]);
  expect(batchOf(run)).toMatchObject({ open: 3, done: 2, endedEarly: 1, joins: [{ step: "all", has: 1 }] });
});

test("[R33] a join of the first n says how many it takes and that it has fired", () => {
  const run = fannedOut(3, { all: { accepts: ["Checked"], join: { batch: { take: 1 } } } });
  run.finish(run.on("check"), done("Checked"));
  expect(batchOf(run)?.joins).toEqual([{ step: "all", has: 1, take: 1, fired: true }]);
});

test("[R32] no batch is open, and none is shown, after it closed or the run ended", () => {
  const run = fannedOut(1);
  run.finish(run.on("check"), done("Checked"));
  expect(viewRun(run.plan, run.state)).not.toHaveProperty("openBatches");
});

test("the size of a batch survives a snapshot, and one of a snapshot that did not say it is what is open", () => {
  const run = fannedOut(4);
  run.finish(run.on("check"), done("Checked"));
  const snapshot = JSON.parse(JSON.stringify(encodeState(run.state)));
  const seen = (json: typeof snapshot) => viewRun(run.plan, decodeState(run.plan, json)).openBatches?.[0];
  expect(seen(snapshot)).toEqual(batchOf(run));
  delete snapshot.batches[0][1].members;
  expect(seen(snapshot)).toMatchObject({ members: 3, open: 3 });
});

test("[R70] [R71] a parked item says its event, its error, and its place in the batch", () => {
  const run = fannedOut(4);
  run.finish(run.on("check", 1), boom);
  expect(viewStep(run.plan, run.state, "check")).toMatchObject({
    parkedCount: 1,
    waiting: 1,
    parked: [
      {
        item: "i3",
        event: "Item",
        attempt: 1,
        failures: 1,
        error: { name: "Boom", message: "boom" },
        member: { batch: "b1", index: 1 },
      },
    ],
  });
  expect(batchOf(run)).toMatchObject({ open: 4, done: 0 });
});

test("[R70] of very many parked items the view shows the first and counts all", () => {
  const run = fannedOut(maxParkedShown + 2);
  for (let count = 0; count < maxParkedShown + 2; count++) {
    const [next] = run.inFlight.keys();
    run.finish(next ?? "", boom);
  }
  const { parked, parkedCount } = viewStep(run.plan, run.state, "check");
  expect([parked?.length, parkedCount]).toEqual([maxParkedShown, maxParkedShown + 2]);
});

test("[R29] a join of one of each says what it has and what it lacks, per scope", () => {
  const run = new PlayedRun(
    workflowOf({ s: { accepts: ["Start"] }, pair: { accepts: ["A", "B", "C"], join: "one-of-each" } }),
  );
  run.start();
  for (const type of ["A", "A", "C"]) run.post({ kind: "event-added", event: { type } });
  expect(viewStep(run.plan, run.state, "pair").gathering).toEqual([{ scope: "", has: { A: 2, C: 1 }, lacks: ["B"] }]);
  run.post({ kind: "event-added", event: { type: "B" } });
  expect(viewStep(run.plan, run.state, "pair").gathering).toEqual([{ scope: "", has: { A: 1 }, lacks: ["B", "C"] }]);
});

test("[R35] [R71] a waiter says since when it waits and for which element", () => {
  const run = fannedOut(2);
  run.now = 70;
  run.finish(run.on("check", 1), [{ kind: "wait", ordinal: 0, type: "Go" }]);
  expect(viewStep(run.plan, run.state, "check").waiters).toMatchObject([
    { item: "i3", type: "Go", since: 70, member: { batch: "b1", index: 1 } },
  ]);
});

test("[R74] a step that perSecond holds back says until when", () => {
  const run = fannedOut(3, { check: { accepts: ["Item"], perSecond: 2 } });
  expect(viewStep(run.plan, run.state, "check")).toMatchObject({ running: 1, queued: 2, pacedUntil: 500 });
});
