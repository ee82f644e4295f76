import { expect, test } from "vitest";
import type { JsonSchema } from "../../workflow/json.ts";
import { fieldNameProblem, freeFieldName, readFields, withType, writeFields } from "./inputFields.ts";

const roundTrip = (schema: JsonSchema) => {
  const form = readFields(schema);
  return form === null ? null : writeFields(form);
};

test("a schema survives its form, with the keywords that the form does not know", () => {
  const schema: JsonSchema = {
    type: "object",
    additionalProperties: false,
    properties: {
      topic: { type: "string", title: "Topic", minLength: 3 },
      count: { type: "integer", minimum: 1 },
      mood: { type: "string", enum: ["calm", "loud"] },
      list: { type: "array", items: { type: "string" } },
      level: { enum: [1, 2] },
      free: {},
      __proto__x: { type: "boolean" },
    },
    required: ["topic", "list"],
  };
  expect(roundTrip(schema)).toEqual(schema);
  expect(roundTrip(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"number"}}}') as JsonSchema)).toEqual(
    JSON.parse('{"type":"object","properties":{"__proto__":{"type":"number"}}}'),
  );
});

test("what is no list of fields is left to JSON", () => {
  for (const schema of [true, { type: "array" }, { properties: { a: true } }, { required: ["missing"] }])
    expect(readFields(schema as JsonSchema)).toBeNull();
});

test("no fields are no schema", () => {
  expect(readFields(undefined)).toEqual({ fields: [], rest: {} });
  expect(writeFields({ fields: [], rest: {} })).toBeUndefined();
});

test("another type drops what belonged to the old one", () => {
  const [topic] =
    readFields({ properties: { topic: { type: "string", minLength: 3, description: "d" } } })?.fields ?? [];
  if (topic === undefined) throw new Error("no field");
  expect(writeFields({ fields: [withType(topic, "number")], rest: {} })).toEqual({
    type: "object",
    properties: { topic: { type: "number", description: "d" } },
  });
});

test("names are free and differ", () => {
  const fields = readFields({ properties: { field: { type: "string" } } })?.fields ?? [];
  expect(freeFieldName(fields)).toBe("field2");
  expect(fieldNameProblem("field", fields)).toMatch(/already/);
  expect(fieldNameProblem("", fields)).not.toBeNull();
  expect(fieldNameProblem("other", fields)).toBeNull();
});
