import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../../workflow/json.ts";
import { fieldsOf, memberOf, mergeShapes, shapeOfSchema, shapeOfValue, shapeText } from "./shape.ts";

const order = {
  type: "object",
  properties: {
    id: { type: "string", description: "its number" },
    lines: { type: "array", items: { $ref: "#/$defs/line" } },
    state: { enum: ["open", "paid"] },
  },
  required: ["id"],
  $defs: { line: { type: "object", properties: { price: { type: "number" }, parts: { $ref: "#/$defs/line" } } } },
};

test("a schema gives names, types, meanings and what may be absent", () => {
  const shape = shapeOfSchema(order);
  expect([...fieldsOf(shape).keys()]).toEqual(["id", "lines", "state"]);
  expect(memberOf(shape, "id")).toEqual({ types: ["text"], about: "its number" });
  expect(memberOf(shape, "lines")?.optional).toBe(true);
  expect(shapeText(memberOf(shape, "state") as never)).toBe('"open" or "paid"');
});

test("a name below a list is that of its elements, and a schema that refers to itself ends", () => {
  const lines = memberOf(shapeOfSchema(order), "lines");
  expect(lines && memberOf(lines, "price")).toMatchObject({ types: ["list"], element: { types: ["number"] } });
  expect(lines && shapeText(lines)).toBe("list of { price, parts }");
});

test("either schema: the fields of only one of them may be absent", () => {
  const shape = shapeOfSchema({
    anyOf: [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
      { type: "object", properties: { b: { type: "number" } }, required: ["b"] },
    ],
  });
  expect(memberOf(shape, "a")).toEqual({ types: ["text"], optional: true });
  expect(memberOf(shape, "b")).toEqual({ types: ["number"], optional: true });
});

test("a value that was seen has a shape, and merging it with itself changes nothing", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const shape = shapeOfValue(value as Json);
      expect(mergeShapes(shape, shapeOfValue(value as Json))).toEqual(shape);
    }),
  );
});

test("keys such as __proto__ are names like any other", () => {
  const shape = shapeOfValue(JSON.parse('{"__proto__": 1, "constructor": "x"}'));
  expect([...fieldsOf(shape).keys()]).toEqual(["__proto__", "constructor"]);
  expect(memberOf(shape, "toString")).toBeUndefined();
});
