import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxJsonDepth, placesIn, readJsonText } from "./jsonText.ts";

const kinds = (text: string) => readJsonText(text).findings.map(({ kind }) => kind);

describe("readJsonText", () => {
  test("reads every value as JSON.parse does, without a finding", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "grapheme" }), fc.nat(4), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        expect(readJsonText(pretty)).toEqual({ value: JSON.parse(text), findings: [] });
      }),
    );
  });

  test("refuses exactly the texts that JSON.parse refuses", () => {
    const pieces = fc.constantFrom(
      ..."{}[],:\"'\\ \n-+.0123e",
      "true",
      "null",
      "nul",
      '"a"',
      "\\u00e9",
      "\t",
      "1e5",
      "01",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect("value" in readJsonText(text)).toBe(parses);
      }),
      { numRuns: 2000 },
    );
  });

  test("names line and column of a mistake", () => {
    expect(readJsonText('{\n  "a": 1,\n}').findings).toEqual([
      { kind: "syntax", pointer: "", line: 3, column: 1, message: "A comma stands before `}`. Remove it." },
    ]);
    expect(readJsonText('{\n  "a": [1 2]}').findings).toMatchObject([{ line: 2, column: 11, pointer: "/a" }]);
  });

  test("finds keys that stand twice, at any depth", () => {
    expect(readJsonText('{"a": {"x": 1,\n "x": 2}, "__proto__": 1, "__proto__": 2}').findings).toMatchObject([
      { kind: "duplicate", pointer: "/a/x", line: 2, column: 2 },
      { kind: "duplicate", pointer: "/__proto__" },
    ]);
  });

  test("finds numbers that would be rounded, and only those", () => {
    for (const rounded of [
      "9007199254740993",
      "12345678901234567890",
      "1e400",
      "-1e400",
      "1e-400",
      "0.12345678901234567890",
    ]) {
      expect(kinds(`[${rounded}]`)).toEqual(["rounded"]);
    }
    for (const whole of [
      "9007199254740991",
      "9007199254740992",
      "100000000000000000000",
      "-0",
      "0.0",
      "1.50",
      "1e21",
      "1E+2",
      "0.1",
      "5e-324",
      "123456.789e3",
      "-12e-1",
    ]) {
      expect(kinds(whole)).toEqual([]);
    }
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(kinds(JSON.stringify(value))).toEqual([]);
      }),
    );
  });

  test("finds lone surrogates, written out or escaped", () => {
    expect(kinds('["\\ud800"]')).toEqual(["surrogate"]);
    expect(kinds('["\ud800"]')).toEqual(["surrogate"]);
    expect(kinds('["\\ud83d\\ude00"]')).toEqual([]);
  });

  test("ends at values that are nested too deep", () => {
    expect(kinds("[".repeat(100_000))).toEqual(["depth"]);
    expect(kinds("[".repeat(maxJsonDepth) + "]".repeat(maxJsonDepth))).toEqual([]);
  });

  test("__proto__ is an ordinary key", () => {
    expect(Object.keys(readJsonText('{"__proto__": {"x": 1}}').value as object)).toEqual(["__proto__"]);
  });
});

test("places are those of keys and entries; what is missing stands where its parent does", () => {
  const text = '{\n  "a": {\n    "b/c": [1,\n 2]\n  }\n}';
  const pointers = ["", "/a", "/a/b~1c", "/a/b~1c/1", "/a/missing/more"];
  expect([...placesIn(text, pointers).values()].map(({ line, column }) => [line, column])).toEqual([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 2],
    [2, 3],
  ]);
});
