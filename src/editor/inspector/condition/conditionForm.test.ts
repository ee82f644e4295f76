import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition } from "../../../workflow/condition.ts";
import type { Json } from "../../../workflow/json.ts";
import {
  grouped,
  membersOf,
  pathText,
  readCondition,
  readPath,
  readRow,
  readValue,
  readValues,
  regrouped,
  valuesText,
  valueText,
  withSubject,
  withTest,
  writeRow,
} from "./conditionForm.ts";
import { conditionText } from "./conditionText.ts";

const rows: readonly Condition[] = [
  { status: "lint", in: ["success", "skipped"] },
  { exit: "lint", equals: 0 },
  { exit: "lint", in: [0, 1] },
  { exit: "lint", is: "failed" },
  { output: "lint", path: ["findings", 0, "rule"], equals: "x" },
  { event: ["status"], notEquals: 200 },
  { store: ["seen"], in: ["a", 1] },
  { step: "fetch", path: ["body", "id"], exists: false },
  { event: [], gte: null },
];

test.each(rows)("[T6] a row reads and writes back the same: %j", (condition) => {
  expect(writeRow(readRow(condition))).toEqual(condition);
});

test("a path is read as it is written", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.nat(99))), (path) => {
      expect(readPath(pathText(path))).toEqual(path);
    }),
  );
  expect(readPath("a.b[2].c-d")).toEqual(["a", "b", 2, "c-d"]);
  expect(readPath("a..b")).toBeNull();
  expect(readPath("a.")).toBeNull();
  expect(readPath("a[x]")).toBeNull();
});

test("a value is typed as it is, and stays what it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(readValue(valueText(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect([readValue("open"), readValue("3"), readValue('"3"'), readValue("true"), readValue("3 apples")]).toEqual([
    ...["open", 3, "3", true, "3 apples"],
  ]);
  expect(readValues('open, 3, "a, b"')).toEqual(["open", 3, "a, b"]);
  expect(readValues(valuesText(["a, b", "c", 3, "3"]))).toEqual(["a, b", "c", 3, "3"]);
});

test("another test or subject keeps what it can", () => {
  const row = readRow({ event: ["status"], equals: 404 });
  expect("path" in row && writeRow(withTest(row, "in"))).toEqual({ event: ["status"], in: [404] });
  expect(writeRow(withSubject(row, "step", ["fetch"]))).toEqual({ step: "fetch", path: ["status"], equals: 404 });
  expect(writeRow(withSubject(row, "exit", ["fetch"]))).toEqual({ exit: "fetch", is: "succeeded" });
});

test("a group under another word has the same members", () => {
  const two = { all: [rows[0] as Condition, rows[1] as Condition] };
  expect(regrouped(two, "any")).toEqual({ any: two.all });
  expect(regrouped(regrouped(two, "not"), "all")).toEqual(two);
  expect(membersOf(grouped("not", [rows[0] as Condition]))).toEqual([rows[0]]);
});

test.each<readonly [Condition, string]>([
  [{ event: ["status"], equals: 404 }, "True when status in the event is 404."],
  [{ exit: "lint", is: "succeeded" }, "True when Lint succeeded."],
  [{ exit: "lint", in: [0, 1, 2] }, "True when Lint exited with 0, 1 or 2."],
  [{ status: "lint", in: ["success"] }, "True when Lint ended with success."],
  [{ all: [] }, "True always."],
  [
    {
      any: [
        { store: ["n"], gt: 3 },
        {
          not: {
            all: [
              { step: "a", path: [], exists: true },
              { event: [], in: ["x"] },
            ],
          },
        },
      ],
    },
    "True when n in the store is more than 3 or it is not so that (what A handed on exists and what the event carries is “x”).",
  ],
])("a condition is read aloud: %j", (condition, sentence) => {
  expect(conditionText(condition, (id) => (id === "lint" ? "Lint" : id.toUpperCase()))).toBe(sentence);
});

test("what is written as JSON is checked, with its place", () => {
  expect(readCondition({ event: ["a"], equals: 1 })).toMatchObject({ ok: true });
  expect(readCondition({ all: [{ event: ["a"] }] })).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^\/all\/0: .*exactly one test/),
  });
  expect(readCondition(3)).toMatchObject({ ok: false, message: "This must be a condition; it is 3." });
});
