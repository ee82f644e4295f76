import fc from "fast-check";
import { expect, test } from "vitest";
import { formatCsv, parseCsv } from "./csv.ts";

test("rows are objects of texts by the names of the first line; nothing becomes a number by itself", () => {
  expect(parseCsv("id,name\r\n007,Ann\n8,\n")).toEqual([
    { id: "007", name: "Ann" },
    { id: "8", name: "" },
  ]);
  expect(parseCsv("a,b\n1,2", { header: false })).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
  expect(parseCsv("")).toEqual([]);
});

test("quotes, delimiters, line ends and a byte order mark are read as they are meant", () => {
  expect(parseCsv('\ufeffa;b\n"x;y";"say ""hi""\nthere"')).toEqual([{ a: "x;y", b: 'say "hi"\nthere' }]);
  expect(parseCsv("a\tb\n1\t2")).toEqual([{ a: "1", b: "2" }]);
  expect(Object.keys(parseCsv("__proto__\nx")[0] ?? {})).toEqual(["__proto__"]);
});

test("what is no table says in which line", () => {
  expect(() => parseCsv('a\n"b\nc')).toThrow("The quote that opens in line 2 is not closed.");
  expect(() => parseCsv("a,b\n1,2\n\n1,2,3")).toThrow("Line 4 has 3 cells, but the header names 2 columns.");
  expect(() => parseCsv("a,a\n1,2")).toThrow('the column "a" twice');
  expect(() => formatCsv([1])).toThrow("an object or a list");
});

test("columns are the keys in the order in which they appear; what is no text is compact JSON", () => {
  expect(
    formatCsv([
      { a: 1, b: "x,y" },
      { c: { d: [1] }, a: null },
    ]),
  ).toBe('a,b,c\r\n1,"x,y",\r\n,,"{""d"":[1]}"\r\n');
  expect(formatCsv([["a", " b"]], { delimiter: ";" })).toBe('a;" b"\r\n');
});

test("every table of texts comes back as it was", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ", "é") });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, (rows) => {
      expect(parseCsv(formatCsv(rows), { header: false, delimiter: "," })).toEqual(rows);
    }),
  );
});
