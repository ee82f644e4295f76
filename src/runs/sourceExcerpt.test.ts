import { expect, test } from "vitest";
import { sourceExcerpt } from "./sourceExcerpt.ts";

const source = "one\ntwo\n\tthree();\nfour\nfive\nsix";

test("two lines before and after are shown, with the caret under the column", () => {
  expect(sourceExcerpt(source, { line: 3, column: 2 })).toEqual([
    { number: 1, text: "one" },
    { number: 2, text: "two" },
    { number: 3, text: "  three();", named: true, caret: 2 },
    { number: 4, text: "four" },
    { number: 5, text: "five" },
  ]);
});

test("a place at an edge shows what there is, and a column beyond the line stands at its end", () => {
  expect(sourceExcerpt(source, { line: 6, column: 99 })).toEqual([
    { number: 4, text: "four" },
    { number: 5, text: "five" },
    { number: 6, text: "six", named: true, caret: 3 },
  ]);
});

test("a place that the text does not have shows nothing", () => {
  expect(sourceExcerpt(source, { line: 7, column: 1 })).toEqual([]);
  expect(sourceExcerpt("", { line: 0, column: 1 })).toEqual([]);
});

test("what all shown lines are indented by is left out", () => {
  expect(sourceExcerpt("  a\n\n    b", { line: 3, column: 5 })).toEqual([
    { number: 1, text: "a" },
    { number: 2, text: "" },
    { number: 3, text: "  b", named: true, caret: 2 },
  ]);
});

test("of a line whose place is far to the right the part around it is shown", () => {
  const long = `${"a".repeat(79)}b${"c".repeat(10)}`;
  expect(sourceExcerpt(`short\n\n${long}`, { line: 3, column: 80 })).toEqual([
    { number: 1, text: "short" },
    { number: 2, text: "" },
    { number: 3, text: `…${"a".repeat(23)}b${"c".repeat(10)}`, named: true, caret: 24 },
  ]);
  expect(sourceExcerpt("x".repeat(41), { line: 1, column: 41 })).toEqual([
    { number: 1, text: "x".repeat(41), named: true, caret: 40 },
  ]);
});
