import { expect, test } from "vitest";
import type { StateView, StepView, WaiterView } from "../engine/view.ts";
import { waitingFor } from "./liveSteps.ts";
import { countOf, needsYouOf } from "./needsYou.ts";

const step = (over: Partial<StepView> = {}): StepView => ({
  status: "not-running",
  queued: 0,
  delayed: 0,
  running: 0,
  waiting: 0,
  workers: [],
  buffers: {},
  task: null,
  lastOutcome: null,
  waiters: [],
  uncertain: [],
  nextRetryAt: null,
  lastFailure: null,
  ...over,
});
const ask = (over: Partial<WaiterView> = {}): WaiterView => ({
  waiter: "w1",
  item: "i1",
  since: 0,
  type: "Answer",
  where: { ask: "w1" },
  ask: { type: "Ask", data: { step: "a", ask: "w1", question: "Go?", choices: ["yes", "no"], show: [1] } },
  ...over,
});
const view = (steps: StateView["steps"], over: Partial<StateView> = {}): StateView => ({
  lifecycle: "running",
  outcome: null,
  result: null,
  reason: null,
  needsRecovery: [],
  steps,
  batches: 0,
  store: {},
  timers: [],
  ...over,
});
const uncertain = { step: "b", worker: 0, execution: "x1", attempt: 1 };

test("[R76] asks are read from their waiters, uncertain attempts from their steps", () => {
  const needs = needsYouOf(view({ a: step({ waiters: [ask()] }), b: step({ uncertain: [uncertain] }) }));
  expect(needs.asks).toEqual([{ step: "a", ask: "w1", question: "Go?", choices: ["yes", "no"], show: [1] }]);
  expect(needs.uncertain).toEqual([uncertain]);
});

test("a waiter that asks nobody needs nobody, and an ended run neither", () => {
  const nudge: WaiterView = { waiter: "w2", item: "i1", since: 0, type: "Nudge" };
  expect(needsYouOf(view({ a: step({ waiters: [nudge] }) })).asks).toEqual([]);
  expect(needsYouOf(view({ a: step({ waiters: [ask()] }) }, { lifecycle: "completed" })).asks).toEqual([]);
});

test("an ask whose data is not as expected can still be answered", () => {
  const odd = ask({ where: {}, ask: { type: "Ask", data: { question: 7, choices: ["a", 1], form: "x" } } });
  expect(needsYouOf(view({ a: step({ waiters: [odd] }) })).asks).toEqual([
    { step: "a", ask: "w1", question: "", choices: ["a"] },
  ]);
});

test("a card says what a step waits for, what needs a person first", () => {
  const worker = { worker: 0, execution: "x1", attempt: 1 };
  const running = step({ status: "running", running: 1, workers: [worker] });
  expect(waitingFor(step({ uncertain: [uncertain], waiters: [ask()] }), [])).toEqual({ for: "decision" });
  expect(waitingFor(step({ waiters: [ask({ deadlineAt: 9 })] }), [])).toEqual({ for: "you", until: 9 });
  expect(waitingFor(running, [])).toBeNull();
  expect(waitingFor(running, [{ kind: "runner-unreachable", execution: "x1", since: 1, nextTryAt: 5 }])).toEqual({
    for: "runner",
    until: 5,
  });
  expect(waitingFor(running, [{ kind: "workspace", execution: "x1", heldBy: "test" }])).toEqual({
    for: "workspace",
    what: "test",
  });
  expect(waitingFor(running, [{ kind: "workspace", execution: "other" }])).toBeNull();
  expect(waitingFor(step({ status: "preparing", delayed: 1, nextRetryAt: 12 }), [])).toEqual({
    for: "retry",
    until: 12,
  });
  expect(
    waitingFor(step({ waiters: [{ waiter: "w", item: "i", since: 0, type: "Nudge", deadlineAt: 3 }] }), []),
  ).toEqual({
    for: "event",
    what: "Nudge",
    until: 3,
  });
  expect(
    waitingFor(step({ waiters: [{ waiter: "w", item: "i", since: 0, type: "delay", deadlineAt: 3 }] }), []),
  ).toEqual({ for: "time", until: 3 });
  expect(waitingFor(step(), [])).toBeNull();
});

test("[R70] every parked item is counted, also those that are not shown", () => {
  const parked = [{ item: "i1", attempt: 1, failures: 1, error: { name: "Error", message: "no" } }];
  const needs = needsYouOf(view({ s: step({ parked, parkedCount: 700 }), t: step() }));
  expect(needs.parked).toEqual([{ step: "s", count: 700, items: parked }]);
  expect(countOf(needs)).toBe(700);
  expect(waitingFor(step({ parked, parkedCount: 700 }), [])).toEqual({ for: "you", what: "700 parked" });
});
