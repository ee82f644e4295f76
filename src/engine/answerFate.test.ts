import { expect, test } from "vitest";
import type { Result } from "./result.ts";
import { PlayedRun } from "./testing/playedRun.ts";
import { workflowOf } from "./testing/workflowOf.ts";
import type { Tick } from "./tick.ts";
import { viewStep } from "./viewRun.ts";

const asks = (timeoutMs?: number): readonly Result[] => [
  {
    kind: "wait",
    ordinal: 0,
    type: "Answer",
    where: { ask: "q" },
    ask: { type: "Ask", data: { ask: "q" } },
    ...(timeoutMs !== undefined && { timeoutMs }),
  },
];

const answer = (value: number): Extract<Tick, { kind: "event-added" }> => ({
  seq: 0,
  at: 0,
  kind: "event-added",
  event: { type: "Answer", data: { ask: "q", value } },
  to: "s",
  by: "person",
});

function started(): PlayedRun {
  const run = new PlayedRun(workflowOf({ s: { accepts: ["Start"] }, other: { accepts: ["Start"] } }));
  run.start();
  run.lines();
  return run;
}

test("[R76] an answer before its question changes nothing and is said; the question is asked all the same", () => {
  const run = started();
  run.post(answer(1));
  expect(run.lines()).toEqual([expect.stringMatching(/^unhandled Answer/)]);
  run.finish("x1", asks());
  expect(viewStep(run.plan, run.state, "s").waiters).toHaveLength(1);
});

test("[R37] of two answers that came together the first stands and the second is said to change nothing", () => {
  const run = started();
  run.finish("x1", asks());
  run.lines();
  run.post(answer(1));
  run.post(answer(2));
  expect(run.lines()).toEqual(["running s#0 Start", expect.stringMatching(/^unhandled Answer/)]);
  expect(run.inFlight.get(run.on("s"))?.waits).toMatchObject([{ event: { data: { value: 1 } } }]);
});

test("[R39] at the moment of the deadline the order of the ticks decides: an answer behind it changes nothing", () => {
  const late = started();
  late.finish("x1", asks(100));
  late.passTo(100);
  late.lines();
  late.post(answer(1));
  expect(late.lines()).toEqual([expect.stringMatching(/^unhandled Answer/)]);
  expect(late.inFlight.get(late.on("s"))?.waits).toMatchObject([{ timedOut: true }]);

  const early = started();
  early.finish("x1", asks(100));
  early.now = 100;
  early.post(answer(1));
  early.passTo(100);
  expect(early.inFlight.get(early.on("s"))?.waits).toMatchObject([{ event: { data: { value: 1 } } }]);
});

test("[R41] an answer behind the end is ignored, and recorded as such", () => {
  const run = started();
  run.finish("x1", asks());
  run.finish(run.on("other"), [{ kind: "return", value: { type: "Stop" } }]);
  run.lines();
  run.post(answer(1));
  expect(run.lines()).toEqual(["ignored event-added"]);
});
