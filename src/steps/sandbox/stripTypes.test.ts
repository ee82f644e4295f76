import { expect, test } from "vitest";
import { stripTypes } from "./stripTypes.ts";

function strip(source: string) {
  const stripped = stripTypes(source);
  if (!stripped.ok) throw new Error(stripped.message);
  return stripped;
}

test("a place behind stripped types is mapped to the user's column", () => {
  const source = "let a: Map<string, number> = null; throw new Error('x');";
  const { code, placeOf } = strip(source);
  const column = code.indexOf("throw") + 1;
  expect(column).toBeLessThan(source.indexOf("throw") + 1);
  expect(placeOf({ line: 1, column })).toEqual({ line: 1, column: source.indexOf("throw") + 1 });
});
test("lines stay, also behind declarations that disappear", () => {
  const { placeOf } = strip("interface A {\n  a: string;\n}\ntype B = A;\nthrow 1;");
  expect(placeOf({ line: 5, column: 1 })).toEqual({ line: 5, column: 1 });
});
test("a mistake has its message and its place", () => {
  expect(stripTypes("let a = 1;\nlet b = = 2;")).toMatchObject({
    ok: false,
    message: expect.stringContaining("Unexpected token"),
    place: { line: 2, column: 9 },
  });
});
