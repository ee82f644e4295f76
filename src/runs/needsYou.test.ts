import { expect, test } from "vitest";
import { withChanges } from "../editor/canvas/changedKeys.ts";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { StateView, WaiterView } from "../engine/view.ts";
import { countOf, needsYouOf } from "./needsYou.ts";
import { waitingFor } from "./waitingFor.ts";

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
  const needs = needsYouOf(view({ a: stepViewOf({ waiters: [ask()] }), b: stepViewOf({ uncertain: [uncertain] }) }));
  expect(needs.asks).toEqual([{ step: "a", ask: "w1", question: "Go?", choices: ["yes", "no"], show: [1] }]);
  expect(needs.uncertain).toEqual([uncertain]);
});

test("a waiter that asks nobody needs nobody, and an ended run neither", () => {
  const nudge: WaiterView = { waiter: "w2", item: "i1", since: 0, type: "Nudge" };
  expect(needsYouOf(view({ a: stepViewOf({ waiters: [nudge] }) })).asks).toEqual([]);
  expect(needsYouOf(view({ a: stepViewOf({ waiters: [ask()] }) }, { lifecycle: "completed" })).asks).toEqual([]);
});

test("an ask whose data is not as expected can still be answered", () => {
  const odd = ask({ where: {}, ask: { type: "Ask", data: { question: 7, choices: ["a", 1], form: "x" } } });
  expect(needsYouOf(view({ a: stepViewOf({ waiters: [odd] }) })).asks).toEqual([
    { step: "a", ask: "w1", question: "", choices: ["a"] },
  ]);
});

test("a card says what a step waits for, what needs a person first", () => {
  const worker = { worker: 0, execution: "x1", attempt: 1 };
  const running = stepViewOf({ status: "running", running: 1, workers: [worker] });
  expect(waitingFor(stepViewOf({ uncertain: [uncertain], waiters: [ask()] }), [])).toEqual({ for: "decision" });
  expect(waitingFor(stepViewOf({ waiters: [ask({ deadlineAt: 9 })] }), [])).toEqual({ for: "you", until: 9 });
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
  expect(waitingFor(stepViewOf({ status: "preparing", delayed: 1, nextRetryAt: 12 }), [])).toEqual({
    for: "retry",
    until: 12,
  });
  expect(
    waitingFor(stepViewOf({ waiters: [{ waiter: "w", item: "i", since: 0, type: "Nudge", deadlineAt: 3 }] }), []),
  ).toEqual({
    for: "event",
    what: "Nudge",
    until: 3,
  });
  expect(
    waitingFor(stepViewOf({ waiters: [{ waiter: "w", item: "i", since: 0, type: "delay", deadlineAt: 3 }] }), []),
  ).toEqual({ for: "time", until: 3 });
  expect(waitingFor(stepViewOf(), [])).toBeNull();
});

test("[R70] every parked item is counted, also those that are not shown", () => {
  const parked = [{ item: "i1", attempt: 1, failures: 1, error: { name: "Error", message: "no" } }];
  const needs = needsYouOf(view({ s: stepViewOf({ parked, parkedCount: 700 }), t: stepViewOf() }));
  expect(needs.parked).toEqual([{ step: "s", count: 700, items: parked }]);
  expect(countOf(needs)).toBe(700);
  expect(waitingFor(stepViewOf({ parked, parkedCount: 700 }), [])).toEqual({ for: "you", what: "700 parked" });
});

test("what needs a person stays the same object while other steps go on", () => {
  const busy = (queued: number) => stepViewOf({ queued });
  const first = view({ a: stepViewOf({ waiters: [ask()] }), b: busy(0) });
  const needs = needsYouOf(first);
  const later = view(withChanges(first.steps, { b: busy(1) }));
  expect(needsYouOf(later)).toBe(needs);
  const asked = view(withChanges(later.steps, { b: stepViewOf({ uncertain: [uncertain] }) }));
  expect(countOf(needsYouOf(asked))).toBe(2);
  const answered = view(withChanges(asked.steps, { a: busy(0) }));
  expect(needsYouOf(answered)).toEqual({ asks: [], uncertain: [uncertain], parked: [] });
});
