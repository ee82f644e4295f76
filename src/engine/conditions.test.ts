import { describe, expect, test } from "vitest";
import type { Condition } from "../workflow/condition.ts";
import type { Json } from "../workflow/json.ts";
import { type ConditionLookup, decideCondition } from "./conditions.ts";
import type { Exit } from "./result.ts";

const output: Json = { n: 3, text: "b", no: false, nil: null, list: [1, { a: 1, b: 2 }], constructor: { name: "own" } };
const exits: Readonly<Record<string, Exit>> = {
  zero: { code: 0 },
  two: { code: 2 },
  killed: { signal: "SIGKILL" },
  late: "timeout",
};

const lookup: ConditionLookup = {
  status: (task) => (task === "gone" ? undefined : "failure"),
  exit: (task) => exits[task],
  output: (task) => (task === "t" ? { value: output } : undefined),
  event: () => ({ value: { type: "A", data: 1 } }),
  store: () => ({ value: { count: 2 } }),
  step: () => undefined,
};

const decide = (condition: Condition) => decideCondition(condition, lookup);
const at = (path: readonly (string | number)[], test: object) => decide({ output: "t", path, ...test } as Condition);

const yes: Condition = { status: "t", in: ["failure"] };
const no: Condition = { status: "t", in: ["success"] };
const unknown: Condition = { status: "gone", in: ["success"] };

describe("[T7] three values", () => {
  test.each([
    [[], true],
    [[yes, yes], true],
    [[yes, unknown], "unavailable"],
    [[unknown, no], false],
    [[no, unknown], false],
  ] as const)("all of %j is %s", (all, truth) => {
    expect(decide({ all })).toBe(truth);
  });

  test.each([
    [[], false],
    [[no, no], false],
    [[no, unknown], "unavailable"],
    [[unknown, yes], true],
    [[yes, unknown], true],
  ] as const)("any of %j is %s", (any, truth) => {
    expect(decide({ any })).toBe(truth);
  });

  test("not unavailable is unavailable", () => {
    expect([yes, no, unknown].map((not) => decide({ not }))).toEqual([false, true, "unavailable"]);
  });
});

test("[T8] an exit that is no code matches only failed", () => {
  const exit = (task: string, test: object) => decide({ exit: task, ...test } as Condition);
  expect([exit("zero", { is: "succeeded" }), exit("two", { is: "succeeded" }), exit("two", { is: "failed" })]).toEqual([
    true,
    false,
    true,
  ]);
  expect([exit("two", { equals: 2 }), exit("two", { in: [0, 2] }), exit("two", { equals: 0 })]).toEqual([
    true,
    true,
    false,
  ]);
  for (const task of ["killed", "late"]) {
    expect([exit(task, { is: "failed" }), exit(task, { is: "succeeded" }), exit(task, { in: [9, 137] })]).toEqual([
      true,
      false,
      false,
    ]);
  }
  expect(exit("nobody", { is: "failed" })).toBe("unavailable");
});

test("[T8] what does not exist is unavailable; false and null are values; equality is deep", () => {
  expect(at(["gone"], { equals: 1 })).toBe("unavailable");
  expect(at(["gone"], { notEquals: 1 })).toBe("unavailable");
  expect(at(["no"], { equals: false })).toBe(true);
  expect(at(["nil"], { equals: null })).toBe(true);
  expect(at(["list", 1], { equals: { b: 2, a: 1 } })).toBe(true);
  expect(at(["list"], { in: [[1], [1, { a: 1, b: 2 }]] })).toBe(true);
  expect(decide({ output: "other", path: [], equals: 1 })).toBe("unavailable");
});

test("[T6] order exists only between two numbers or two texts; exists is never unavailable", () => {
  expect([at(["n"], { lt: 4 }), at(["n"], { gte: 3 }), at(["n"], { gt: 3 }), at(["text"], { lte: "b" })]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(at(["n"], { lt: "4" })).toBe("unavailable");
  expect(at(["no"], { lt: true })).toBe("unavailable");
  expect([at(["gone"], { exists: true }), at(["gone"], { exists: false }), at(["nil"], { exists: true })]).toEqual([
    false,
    true,
    true,
  ]);
});

test("paths see own members only", () => {
  expect(at(["toString"], { exists: true })).toBe(false);
  expect(at(["constructor", "name"], { equals: "own" })).toBe(true);
  expect(at(["list", "length"], { exists: true })).toBe(false);
  expect(at(["text", 0], { exists: true })).toBe(false);
});

test("[T6] the values of a branch: event and store", () => {
  expect(decide({ event: ["data"], equals: 1 })).toBe(true);
  expect(decide({ store: ["count"], gt: 1 })).toBe(true);
  expect(decide({ step: "s", path: [], exists: true })).toBe(false);
});
