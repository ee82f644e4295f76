import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countUpTo, nextIn, previousIn } from "./PastIndex.ts";
import { reduce } from "./reduce.ts";
import { initialState, type RunState } from "./runState.ts";
import { TimeTravel } from "./TimeTravel.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { playNestedRun, playRandomRun } from "./testing/randomRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import { viewRun } from "./viewRun.ts";

vi.setConfig({ testTimeout: 60_000 });

const boom = [{ kind: "fail", failure: { name: "Boom", message: "boom" } }] as const;
const done = (type: string) => [{ kind: "return", value: { type } }] as const;

/** The states that the reducer made, one after the other. */
function statesOf({ plan, journal }: PlayedRun): readonly RunState[] {
  const states = [initialState(plan)];
  for (const tick of journal) states.push(reduce(plan, states.at(-1) as RunState, tick).state);
  return states;
}

function travelled(run: PlayedRun): TimeTravel {
  const travel = new TimeTravel(run.plan);
  for (const tick of run.journal) travel.add(tick);
  return travel;
}

/** A loop that goes on for as long as it is played. */
function longRun(rounds: number): PlayedRun {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start", "Again"], emits: { done: "Again" } } }));
  run.start();
  for (let round = 0; round < rounds; round++) {
    run.now++;
    run.finish(run.on("a"), done("Again"));
  }
  return run;
}

test("[R49] the state and the view after any tick are those of the run, in whatever order they are asked for", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 60, maxLength: 400, size: "max" }),
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 40 }),
      (tape, seed, jumps) => {
        for (const run of [playRandomRun(tape), playNestedRun(seed)]) {
          const states = statesOf(run);
          const travel = travelled(run);
          for (const jump of jumps) {
            const seq = jump % states.length;
            expect(travel.stateAt(seq)).toEqual(states[seq]);
            expect(travel.viewAt(seq)).toEqual(viewRun(run.plan, states[seq] as RunState));
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

test("[R49] a long run is seen at every tick, forwards and backwards, over the borders of what is kept", () => {
  const run = longRun(700);
  const states = statesOf(run);
  const travel = travelled(run);
  for (let seq = 0; seq <= run.journal.length; seq++) expect(travel.stateAt(seq)).toEqual(states[seq]);
  for (let seq = run.journal.length; seq >= 0; seq--) expect(travel.stateAt(seq)).toEqual(states[seq]);
});

test("whoever plays on gets states that were made once: none is made anew on the way back", () => {
  const travel = travelled(longRun(400));
  const forwards = Array.from({ length: 380 }, (_, seq) => travel.stateAt(seq));
  const backwards = Array.from({ length: 120 }, (_, back) => travel.stateAt(379 - back));
  expect(backwards.every((state, back) => state === forwards[379 - back])).toBe(true);
});

test("steps that are the same at two moments keep their objects, so that nothing of them is drawn again", () => {
  const run = new PlayedRun(
    workflowOf({
      a: { accepts: ["Start"], emits: { done: "B" } },
      b: { accepts: ["B"], emits: { done: "C" } },
      c: { accepts: ["C"] },
    }),
  );
  run.start();
  run.finish(run.on("a"), done("B"));
  run.finish(run.on("b"), done("C"));
  const travel = travelled(run);
  const late = travel.viewAt(2);
  const early = travel.viewAt(1);
  expect(early.steps.c).toBe(late.steps.c);
  expect(early.steps.b).not.toBe(late.steps.b);
  expect(travel.viewAt(1)).toBe(early);
});

test("ticks are taken in order only, and a moment outside of the run is refused", () => {
  const run = longRun(2);
  const travel = new TimeTravel(run.plan);
  const [, second] = run.journal;
  expect(() => second && travel.add(second)).toThrow("Tick 2 does not follow tick 0");
  expect(() => travel.stateAt(1)).toThrow("There is no tick 1 of 0");
  expect(() => travel.stateAt(0.5)).toThrow();
});

test("the index leads to the ticks of a step, of errors, of questions and of changes in the store", () => {
  const run = new PlayedRun(
    workflowOf({
      a: { accepts: ["Start"], emits: { done: "B" }, retry: { maxAttempts: 2, wait: { fixedMs: 5 } } },
      b: { accepts: ["B"] },
    }),
  );
  run.start();
  run.finish(run.on("a"), boom, { retryAfterMs: 5 });
  run.passTo(5);
  run.post({ kind: "store-changed", execution: run.on("a"), path: ["count"], value: 1 });
  run.post({ kind: "store-changed", execution: run.on("a"), path: ["other", "deep"], value: true });
  run.post({ kind: "event-published", execution: run.on("a"), event: { type: "Progress" } });
  run.finish(run.on("a"), done("B"));
  run.post({ kind: "store-changed", execution: run.on("b"), path: ["count"], value: 2 });
  run.finish(run.on("b"), [
    { kind: "wait", ordinal: 0, type: "Answer", ask: { type: "Ask", data: { question: "?" } } },
  ] as const);
  const { index } = travelled(run);
  expect(index.ofStep("a")).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(index.ofStep("b")).toEqual([7, 8, 9]);
  expect(index.ofStep("nobody")).toEqual([]);
  expect(index.errors).toEqual([2]);
  expect(index.asks).toEqual([9]);
  expect(index.publishes).toEqual([6, 9]);
  expect(index.storeChanges([])).toEqual([4, 5, 8]);
  expect(index.storeChanges(["count"])).toEqual([4, 8]);
  expect(index.storeValueAt(["count"], 3)).toBeUndefined();
  expect(index.storeValueAt(["count"], 7)).toBe(1);
  expect(index.storeValueAt(["count"], 8)).toBe(2);
  expect(index.storeChanges(["other", "deep"])).toEqual([5]);
  expect(index.storeKeys()).toEqual(["count", "other"]);
});

test("[R68] a wait whose time is over is no error: a delay wants just that", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"], emits: { done: "B" } } }));
  run.start();
  run.finish(run.on("a"), [{ kind: "wait", ordinal: 0, type: "delay", timeoutMs: 5 }]);
  run.passTo(5);
  expect(run.journal.at(-1)?.kind).toBe("waiter-timed-out");
  expect(travelled(run).index.errors).toEqual([]);
});

test("[R31] [R32] the index knows when each batch was opened and when it closed", () => {
  const run = new PlayedRun(
    workflowOf({ list: { accepts: ["Start"], batches: { done: "Item" } }, work: { accepts: ["Item"], workers: 2 } }),
  );
  const opened = { step: "list", members: 2, from: 0, fromSeq: 2 };
  run.start();
  run.finish(run.on("list"), [{ kind: "return", value: [{ type: "Item" }, { type: "Item" }] }]);
  run.now = 5;
  run.finish(run.on("work", 0), [{ kind: "return", value: null }]);
  expect(travelled(run).index.batches).toEqual([opened]);
  run.now = 9;
  run.finish(run.on("work", 1), [{ kind: "return", value: null }]);
  expect(travelled(run).index.batches).toEqual([{ ...opened, to: 9 }]);
});

test("changes of the store that come after the first question are found too", () => {
  const run = new PlayedRun(workflowOf({ a: { accepts: ["Start"] } }));
  const travel = new TimeTravel(run.plan);
  run.start();
  const take = () => {
    for (const tick of run.journal.slice(travel.seq)) travel.add(tick);
  };
  take();
  expect(travel.index.storeChanges(["n"])).toEqual([]);
  run.post({ kind: "store-changed", execution: run.on("a"), path: ["n"], value: 1 });
  run.post({ kind: "store-changed", execution: run.on("a"), path: ["m"], value: 1 });
  take();
  expect(travel.index.storeChanges(["n"])).toEqual([2]);
  expect(travel.index.storeKeys()).toEqual(["n", "m"]);
});

test("the neighbours of a tick in a list are found on both sides", () => {
  const seqs = [3, 7, 9];
  expect([0, 3, 8, 9].map((seq) => nextIn(seqs, seq))).toEqual([3, 7, 9, undefined]);
  expect([3, 4, 9, 20].map((seq) => previousIn(seqs, seq))).toEqual([undefined, 3, 7, 9]);
  expect([2, 3, 100].map((seq) => countUpTo(seqs, seq))).toEqual([0, 1, 3]);
});
