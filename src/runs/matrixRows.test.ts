import { expect, test } from "vitest";
import type { EachPart } from "../engine/eachPart.ts";
import type { Attempt } from "./attempt.ts";
import { matrixOf } from "./matrixRows.ts";

let count = 0;
const attempt = (
  kind: EachPart["kind"],
  item: string,
  more: Partial<Attempt> = {},
  index = 0,
  { list = 1, of }: { readonly list?: number; readonly of?: string } = {},
): Attempt => ({
  execution: `x${++count}`,
  item,
  step: "s",
  worker: 0,
  attempt: 1,
  context: {
    trail: undefined,
    once: {},
    waits: [],
    each: kind === "gather" ? { kind, results: new Map() as never } : { kind },
    ...(kind === "element" && { element: { item: `value ${index}`, index }, list }),
    ...(of !== undefined && { elements: [{ item: of, index: 0 }] }),
  },
  queuedAt: 0,
  queuedFor: "worker",
  dispatchedAt: 0,
  fromSeq: count,
  ...more,
});

test("[R72] each element stands once, with its last attempt and its tries; failures first, then what is under way", () => {
  const [matrix] = matrixOf([
    attempt("open", "i1", { end: "completed" }),
    attempt("element", "i2", { end: "completed" }, 0),
    attempt("element", "i3", { end: "retrying" }, 1),
    attempt("element", "i4", {}, 2),
    attempt("element", "i5", { end: "uncertain" }, 3),
    attempt("element", "i3", { end: "failed", attempt: 2 }, 1),
    attempt("gather", "i1", { end: "completed" }),
  ]);
  expect(matrix?.rows.map(({ index, tries }) => [index, tries])).toEqual([
    [1, 2],
    [3, 1],
    [2, 1],
    [0, 1],
  ]);
  expect(matrix).toMatchObject({ number: 1, failed: 2, under: 1, succeeded: 1 });
});

test("a step without a list, and one whose list has not begun, has no elements", () => {
  expect(matrixOf([])).toEqual([]);
  expect(matrixOf([attempt("open", "i1")])).toEqual([]);
});

test("an element that waited goes on in the same try", () => {
  const [matrix] = matrixOf([
    attempt("open", "i1", { end: "completed" }),
    attempt("element", "i2", { end: "waiting" }),
    attempt("element", "i2", { end: "completed" }),
  ]);
  expect(matrix?.rows).toMatchObject([{ tries: 1, attempt: { end: "completed" } }]);
});

test("[R72] lists that reached the step one after another stand apart, those with a failure first", () => {
  const lists = matrixOf([
    attempt("open", "i1", { end: "completed" }),
    attempt("open", "i2", { end: "completed" }),
    attempt("element", "i3", { end: "completed" }, 0, { list: 4, of: "a" }),
    attempt("element", "i5", { end: "failed" }, 0, { list: 7, of: "b" }),
    attempt("element", "i6", {}, 1, { list: 7, of: "b" }),
    attempt("element", "i4", {}, 1, { list: 4, of: "a" }),
  ]);
  expect(lists).toMatchObject([
    { list: 7, number: 2, of: { item: "b" }, rows: [{ index: 0 }, { index: 1 }], failed: 1, under: 1, succeeded: 0 },
    { list: 4, number: 1, of: { item: "a" }, rows: [{ index: 1 }, { index: 0 }], failed: 0, under: 1, succeeded: 1 },
  ]);
});
