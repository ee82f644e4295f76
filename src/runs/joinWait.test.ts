import { expect, test } from "vitest";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { BatchView, StateView } from "../engine/view.ts";
import { joinWaitOf } from "./joinWait.ts";

const batch = (over: Partial<BatchView> = {}): BatchView => ({
  batch: "b1",
  step: "list",
  members: 200,
  open: 197,
  done: 3,
  endedEarly: 0,
  joins: [{ step: "all", has: 3, fired: false }],
  ...over,
});
const waits = (id: string, steps: StateView["steps"], openBatches: readonly BatchView[] = []) =>
  joinWaitOf(id, { steps, openBatches }, (each) => each);
const member = { batch: "b1", index: 0 };

test("[R29] a join of one of each names what it lacks and what it has", () => {
  const gathering = [{ scope: "", has: { A: 2, C: 1 }, lacks: ["B", "D"] }];
  expect(waits("pair", { pair: stepViewOf({ gathering }) })).toEqual({
    short: "waits for B and D",
    long: ["waits for B and D; has A ×2 and C"],
  });
});

test("[R28] [R29] in several batches each scope is said apart", () => {
  const gathering = [
    { scope: "b1", has: { A: 1 }, lacks: ["B"] },
    { scope: "b2", has: { B: 1 }, lacks: ["A"] },
  ];
  expect(waits("pair", { pair: stepViewOf({ gathering }) })).toEqual({
    short: "waits for B and A in 2 batches",
    long: ["b1: waits for B; has A", "b2: waits for A; has B"],
  });
});

test("[R32] a join of a batch says where the open members are", () => {
  const worker = (number: number) => ({ worker: number, execution: `x${number}`, attempt: 1, member });
  const parked = [{ item: "i9", attempt: 1, failures: 1, error: { name: "Error", message: "" }, member }];
  const waiters = [{ waiter: "w", item: "i4", since: 0, type: "Go", member }];
  const check = stepViewOf({ workers: [0, 1, 2].map(worker), parked, waiters });
  expect(waits("all", { check, all: stepViewOf() }, [batch()])).toEqual({
    short: "has 3, 197 open",
    long: ["197 members open: 3 running in check, 1 waiting in check, 1 parked in check, 192 in line; has 3 of 200"],
  });
});

test("[R33] members that ended on the way are not awaited, and a join of the first n says how many it takes", () => {
  const joins = [{ step: "all", has: 1, take: 5, fired: false }];
  expect(waits("all", { all: stepViewOf() }, [batch({ open: 2, done: 198, endedEarly: 197, joins })])).toEqual({
    short: "has 1 of 5",
    long: ["2 members open: 2 in line; has 1 of the first 5; 197 ended on the way"],
  });
  const fired = [{ step: "all", has: 5, take: 5, fired: true }];
  expect(waits("all", { all: stepViewOf() }, [batch({ joins: fired })])).toBeNull();
});

test("[R34] members that opened batches of their own are counted as one each", () => {
  const inner = batch({ batch: "b1/b2", step: "split", members: 3, open: 3, joins: [] });
  expect(waits("all", { all: stepViewOf() }, [batch({ members: 2, open: 2, done: 0 }), inner])?.long).toEqual([
    "2 members open: 1 with a batch of its own, 1 in line; has 3 of 2",
  ]);
});

test("[R32] members that may wait for a next try are not said to be in line only", () => {
  const work = stepViewOf({ queued: 2, delayed: 1 });
  expect(waits("all", { work, all: stepViewOf() }, [batch({ open: 2 })])?.long).toEqual([
    "2 members open: 2 in line or waiting for a next try; has 3 of 200",
  ]);
});

test("where members are is looked for once, however many batches are open", () => {
  let looked = 0;
  const check = stepViewOf({});
  const steps = {
    all: stepViewOf(),
    get check() {
      looked += 1;
      return check;
    },
  };
  const batches = Array.from({ length: 50 }, (_, index) => batch({ batch: `b${index}` }));
  expect(waits("all", steps, batches)?.long).toHaveLength(50);
  expect(looked).toBe(1);
});
