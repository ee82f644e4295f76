import { expect, test } from "vitest";
import type { Condition } from "../../../workflow/condition.ts";
import { conditionReason, type KnownValues, type TaskResults } from "./conditionReason.ts";

const results: TaskResults = {
  lint: { outcome: "failure", exit: { code: 2 }, output: { findings: 3, level: "high" } },
  test: { outcome: "success", exit: { code: 0 } },
  slow: { outcome: "failure", exit: "timeout" },
};
const said = (condition: Condition) => {
  const { truth, facts } = conditionReason(condition, results, (step) => step);
  return [truth, ...facts];
};

test("[T6] a row is told by what it looked at", () => {
  expect(said({ exit: "lint", equals: 0 })).toEqual([false, "“lint” exited with 2"]);
  expect(said({ exit: "slow", is: "failed" })).toEqual([true, "“slow” was stopped by its time limit"]);
  expect(said({ status: "test", in: ["success"] })).toEqual([true, "“test” ended with success"]);
  expect(said({ output: "lint", path: ["findings"], gt: 2 })).toEqual([true, "findings in the output of “lint” is 3"]);
});

test("[T8] what does not exist is unavailable, and says so", () => {
  expect(said({ status: "build", in: ["success"] })).toEqual(["unavailable", "“build” has not ended"]);
  expect(said({ exit: "build", equals: 0 })).toEqual(["unavailable", "“build” has no exit"]);
  expect(said({ output: "lint", path: ["gone"], equals: 1 })).toEqual([
    "unavailable",
    "gone in the output of “lint” does not exist",
  ]);
  expect(said({ output: "lint", path: ["level"], lt: 3 })).toEqual([
    "unavailable",
    "level in the output of “lint” is “high”, which has no order with 3",
  ]);
});

test("[T7] of a group only what decided it is told", () => {
  const no: Condition = { exit: "lint", equals: 0 };
  const yes: Condition = { exit: "test", equals: 0 };
  const unknown: Condition = { exit: "build", equals: 0 };
  expect(said({ all: [yes, unknown, no] })).toEqual([false, "“lint” exited with 2"]);
  expect(said({ any: [no, unknown, yes] })).toEqual([true, "“test” exited with 0"]);
  expect(said({ all: [yes, unknown] })).toEqual(["unavailable", "“build” has no exit"]);
  expect(said({ not: { any: [no, yes] } })).toEqual([false, "“test” exited with 0"]);
  expect(said({ all: [] })).toEqual([true]);
});

test("[T7] the condition of a branch is decided over the event that came last and what steps handed on", () => {
  const known = { event: { total: 120, state: "open" }, steps: { price: { net: 100 } } };
  const branch = (condition: Condition, values: KnownValues = known) => {
    const { truth, facts } = conditionReason(condition, {}, (step) => step, values);
    return [truth, ...facts];
  };
  expect(branch({ event: ["total"], gt: 100 })).toEqual([true, "total in the event is 120"]);
  expect(branch({ event: ["gone"], equals: 1 })).toEqual(["unavailable", "gone in the event does not exist"]);
  expect(branch({ step: "price", path: ["net"], equals: 1 })).toEqual([false, "net in the output of “price” is 100"]);
  expect(branch({ event: ["total"], gt: 100 }, {})).toEqual(["unavailable", "no event has come yet"]);
  expect(branch({ store: ["n"], equals: 1 })).toEqual(["unavailable", "what is in the store is known only in a run"]);
});
