import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { fieldKind, needsForm } from "./fieldKind.ts";
import { draftOf, readDraft } from "./formDraft.ts";

const person: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2 },
    age: { type: "integer", minimum: 0 },
    vip: { type: "boolean" },
    size: { enum: ["S", "M", 5] },
    tags: { type: "array", items: { type: "string" } },
    extra: { type: "object" },
  },
  required: ["name", "age"],
};

test("typed texts become a value of the schema's types", () => {
  const draft = { name: "Ana", age: " 41 ", vip: true, size: 2, tags: ["a", "b"], extra: '{"x": [1]}' };
  expect(readDraft(person, draft)).toEqual({
    ok: true,
    value: { name: "Ana", age: 41, vip: true, size: 5, tags: ["a", "b"], extra: { x: [1] } },
  });
});

test("what is left out stays out, what is required is asked for, all at once", () => {
  expect(readDraft(person, { name: "Ana", age: "1" })).toEqual({ ok: true, value: { name: "Ana", age: 1 } });
  const reading = readDraft(person, { name: "A", age: "1.5", extra: "{" });
  expect(reading.ok ? [] : reading.problems.map((problem) => problem.pointer)).toEqual(["/name", "/age", "/extra"]);
  const empty = readDraft(person, undefined);
  expect(empty.ok ? [] : empty.problems.map((problem) => problem.pointer)).toEqual(["/name", "/age"]);
});

test("a number that would be rounded is refused, not changed", () => {
  const schema: JsonSchema = { type: "number" };
  const rounded = ["9007199254740993", "1e400", "1e-400", "0.12345678901234567890", "-.12345678901234567890"];
  for (const text of [...rounded, "twelve", "0x10"]) expect(readDraft(schema, text)).toMatchObject({ ok: false });
  expect(readDraft(schema, "9007199254740992")).toEqual({ ok: true, value: 9007199254740992 });
  expect(readDraft({ type: "integer" }, "-3")).toEqual({ ok: true, value: -3 });
  for (const [text, value] of [
    ["+1", 1],
    [".5", 0.5],
    ["-5.", -5],
    ["1E+3", 1_000],
    ["0.10", 0.1],
  ] as const)
    expect(readDraft(schema, text)).toEqual({ ok: true, value });
  const id = (text: string) => readDraft({}, `{"id": ${text}}`);
  expect(id("9007199254740993")).toMatchObject({ ok: false });
  expect(id("0.12345678901234567890")).toMatchObject({ ok: false });
  expect(id('1, "id": 2')).toMatchObject({ ok: false });
  expect(id('"9007199254740993"')).toEqual({ ok: true, value: { id: "9007199254740993" } });
});

test("an optional group that holds nothing is left out although its fields are required", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { address: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  };
  expect(readDraft(schema, {})).toEqual({ ok: true, value: {} });
  expect(readDraft(schema, { address: { city: "Ulm" } })).toEqual({ ok: true, value: { address: { city: "Ulm" } } });
});

test("keys that JavaScript treats specially are ordinary fields", () => {
  const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}');
  const schema: JsonSchema = { type: "object", properties, required: ["__proto__", "constructor"] };
  const reading = readDraft(schema, JSON.parse('{"__proto__": "a", "constructor": "b"}'));
  expect(reading.ok && JSON.stringify(reading.value)).toBe('{"__proto__":"a","constructor":"b"}');
  expect(readDraft(schema, {})).toMatchObject({ ok: false });
});

test("a form is shown only when there is something to fill in", () => {
  expect(needsForm(undefined)).toBe(false);
  expect(needsForm(true)).toBe(false);
  expect(needsForm({ type: "object", properties: {} })).toBe(false);
  expect(needsForm({ title: "Nothing" })).toBe(false);
  expect(needsForm(person)).toBe(true);
  expect(needsForm({ type: "string" })).toBe(true);
});

test("schemas without fields of their own are answered as JSON", () => {
  for (const schema of [true, {}, { anyOf: [] }, { type: ["string", "null"] }, { type: "array" }] as JsonSchema[])
    expect(fieldKind(schema).kind).toBe("json");
});

test("defaults are shown and a value survives being shown", () => {
  expect(draftOf({ type: "object", properties: { n: { type: "integer", default: 7 } } }, undefined)).toEqual({
    n: "7",
  });
  const value = fc.record({
    name: fc.string({ minLength: 2 }),
    age: fc.nat(),
    vip: fc.boolean(),
    size: fc.constantFrom<Json>("S", "M", 5),
    tags: fc.array(fc.string()),
    extra: fc.dictionary(fc.string(), fc.integer()),
  });
  fc.assert(
    fc.property(value, (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(readDraft(person, draftOf(person, plain))).toEqual({ ok: true, value: plain });
    }),
  );
});

test("a string in base64 is a file: bytes that are chosen, bounded by its longest text", () => {
  const schema: JsonSchema = { type: "string", contentEncoding: "base64", contentMediaType: "text/csv", maxLength: 8 };
  expect(fieldKind(schema)).toEqual({ kind: "file", mediaType: "text/csv", mostBytes: 6 });
  expect(readDraft(schema, undefined)).toMatchObject({ ok: false, problems: [{ message: "Choose a file." }] });
  expect(readDraft(schema, "")).toEqual({ ok: true, value: "" });
  expect(readDraft(schema, "AAECAwQF")).toEqual({ ok: true, value: "AAECAwQF" });
  expect(readDraft(schema, "AAECAwQFBg==")).toMatchObject({
    ok: false,
    problems: [{ message: "The file is too large: at most 6 B." }],
  });
});
