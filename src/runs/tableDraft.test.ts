import { expect, test } from "vitest";
import type { JsonSchema } from "../workflow/json.ts";
import { readDraft } from "./formDraft.ts";
import { badRows, cellDraft, pasteCells, tableColumns } from "./tableDraft.ts";

const element: JsonSchema = {
  type: "object",
  properties: {
    sku: { type: "string", title: "Article" },
    amount: { type: "integer", minimum: 1 },
    express: { type: "boolean" },
    size: { enum: ["S", "M", 3] },
    due: { type: "string", format: "date" },
  },
  required: ["sku", "amount"],
};
const columns = tableColumns(element) ?? [];
const column = (name: string) => columns.find((each) => each.name === name) ?? columns[0];
const paste = (rows: Parameters<typeof pasteCells>[0], grid: string[][], row = 0, at = 0) =>
  pasteCells(rows, columns, element, { grid, row, column: at });

test("objects of simple fields are a table; nested ones and other values are not", () => {
  expect(columns.map(({ title, required }) => [title, required])).toEqual([
    ["Article", true],
    ["amount", true],
    ["express", false],
    ["size", false],
    ["due", false],
  ]);
  expect(tableColumns({ type: "object", properties: { a: { type: "object", properties: {} } } })).toBeNull();
  expect(tableColumns({ type: "string" })).toBeNull();
});

test("a pasted text becomes what its column takes, and stays a text where it does not fit", () => {
  const draft = (name: string, text: string) => column(name) && cellDraft(column(name) as never, text);
  expect(["yes", "0", "maybe", " "].map((text) => draft("express", text))).toEqual([true, false, "maybe", undefined]);
  expect(["M", "3", "XL"].map((text) => draft("size", text))).toEqual([1, 2, "XL"]);
  expect(draft("amount", " 9007199254740993 ")).toBe("9007199254740993");
});

test("cells are laid over the rows from a place on, and rows are added", () => {
  const { rows, count, ignored } = paste([{ sku: "a", amount: "1" }], [["2"], ["3"]], 0, 1);
  expect(rows).toEqual([{ sku: "a", amount: "2" }, { amount: "3" }]);
  expect([count, ignored]).toEqual([2, []]);
});

test("a first row of names says where the cells belong", () => {
  const grid = [
    ["Amount", "article", "colour"],
    ["5", "tea", "green"],
  ];
  expect(paste([], grid)).toEqual({ rows: [{ amount: "5", sku: "tea" }], count: 1, ignored: ["colour"] });
});

test("cells beyond the last column are named, not lost without a word", () => {
  expect(paste([], [["2025-01-31", "x"]], 0, 4)).toEqual({
    rows: [{ due: "2025-01-31" }],
    count: 1,
    ignored: ["column 2"],
  });
});

test("what is wrong is said at its cell, and the rows it is in are known", () => {
  const { rows } = paste(
    [],
    [
      ["a", "1", "maybe", "XL", "31.12.2025"],
      ["b", "2", "", "S", "2025-12-31"],
      ["", "9007199254740993", "", "", "2025-02-30"],
    ],
  );
  const reading = readDraft({ type: "array", items: element }, rows as never);
  expect(reading).toEqual({
    ok: false,
    problems: [
      { pointer: "/0/express", message: "“maybe” is neither true nor false." },
      { pointer: "/0/size", message: "“XL” is none of S, M, 3." },
      { pointer: "/0/due", message: "“31.12.2025” is no date like 2025-12-31." },
      { pointer: "/2/sku", message: "Fill this in." },
      { pointer: "/2/amount", message: "9007199254740993 cannot be kept exactly; it has too many digits." },
      { pointer: "/2/due", message: "“2025-02-30” is no date like 2025-12-31." },
    ],
  });
  expect(badRows("", reading.ok ? [] : reading.problems)).toEqual([0, 2]);
  expect(badRows("/items", [{ pointer: "/items/12/a" }, { pointer: "/items" }, { pointer: "/other/1" }])).toEqual([12]);
});
