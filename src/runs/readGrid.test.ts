import fc from "fast-check";
import { expect, test } from "vitest";
import { readGrid } from "./readGrid.ts";

test("cells of a spreadsheet are between tabs, whatever else they hold", () => {
  expect(readGrid("name\tprice\r\nTea, green\t3;5\r\n")).toEqual([
    ["name", "price"],
    ["Tea, green", "3;5"],
  ]);
});

test("quoted cells hold line breaks, delimiters and quotes", () => {
  expect(readGrid('"two\nlines"\t"a\tb"\t"say ""hi"""\n')).toEqual([["two\nlines", "a\tb", 'say "hi"']]);
  expect(readGrid('5" pipe\t"open')).toEqual([['5" pipe', '"open']]);
});

test("commas or semicolons divide when each row has as many; a list of sentences stays one column", () => {
  expect(readGrid("a,b\n1,2")).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(readGrid("a;b\n1,5;2")).toEqual([
    ["a", "b"],
    ["1,5", "2"],
  ]);
  expect(readGrid("Hello, world\nBye")).toEqual([["Hello, world"], ["Bye"]]);
});

test("every grid that a spreadsheet writes is read back", () => {
  const write = (cell: string) => (/["\t\n\r]/.test(cell) || cell === "" ? `"${cell.replaceAll('"', '""')}"` : cell);
  const cell = fc.string({ unit: fc.constantFrom("a", "1", " ", ",", '"', "\t", "\n", "ü") });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const kept = [...rows, ["end", "."]];
      expect(readGrid(kept.map((row) => row.map(write).join("\t")).join("\n"))).toEqual(kept);
    }),
  );
});
