import { expect, test, vi } from "vitest";
import type { Json } from "../../workflow/json.ts";
import { checkText, evaluateTexts } from "./expressions.ts";

vi.setConfig({ testTimeout: 30_000 });

async function fill(source: string, roots: object = {}): Promise<Json | string> {
  return evaluate({ language: "template", name: "stdin", source }, roots);
}

async function evaluate(
  text: { readonly language: "template" | "expression"; readonly name: string; readonly source: string },
  roots: object = {},
  timeoutMs = 20_000,
): Promise<Json | string> {
  const answer = await evaluateTexts({
    kind: "evaluate",
    texts: [text],
    roots: JSON.stringify(roots),
    now: 0,
    seed: "s",
    timeoutMs,
  });
  if (!answer.ok) return `${answer.failure.name}: ${answer.failure.message}`;
  return answer.values[0]?.value ?? null;
}

test("[T10] strings go in raw, everything else as compact JSON", async () => {
  const roots = { s: 'a "b"\n', n: 1.5, o: { k: [1, null] }, yes: true, none: null };
  expect(await fill("{{ s }}|{{n}}|{{ o }}|{{ yes }}|{{ none }}|", roots)).toBe(
    'a "b"\n|1.5|{"k":[1,null]}|true|null|',
  );
  expect(await fill("no expression", roots)).toBe("no expression");
  expect(await fill("", roots)).toBe("");
});
test("braces, strings and comments inside an expression do not end it", async () => {
  expect(await fill(`{{ {"a": {"b": 1}} }} {{ "}}" }} {{ 1 /* }} */ + 1 }} {{ "{{" }}`)).toBe('{"a":{"b":1}} }} 2 {{');
});
test("[T10] a missing value is named with its field, and another may be given", async () => {
  expect(await fill("a {{ input.none }}")).toBe(
    "MissingValueError: stdin needs a value that does not exist: input.none. Give another with ?? when it may be missing.",
  );
  expect(await fill("{{ input.none ?? 'x' }}{{ input.none ? 1 : 2 }}")).toBe("x2");
  expect(await fill("{{ secret.KEY }}")).toContain("Secrets exist in commands");
});
test("a mistake in a template has its place in the template", () => {
  expect(checkText({ language: "template", source: "one\ntwo {{ 1 + }} {{ ok }}" })).toMatchObject([{ line: 2 }]);
  expect(checkText({ language: "template", source: "a {{ b" })).toMatchObject([{ line: 1, column: 3 }]);
  expect(checkText({ language: "expression", source: "  " })).toHaveLength(1);
  expect(checkText({ language: "expression", source: "$sum(a.b[c > 1])" })).toEqual([]);
});
test("the context holds the roots; ids with a dash stand in backticks", async () => {
  expect(
    await evaluate(
      { language: "expression", name: "it", source: "$.steps.`a-b`.data" },
      { steps: { "a-b": { data: 3 } } },
    ),
  ).toBe(3);
});
test("__proto__ passes through unharmed", async () => {
  const roots = JSON.parse('{"data":{"__proto__":{"a":1},"constructor":2}}') as object;
  const value = await evaluate({ language: "expression", name: "it", source: "data" }, roots);
  expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
});
test("what an expression gives is plain JSON, or refused with its place", async () => {
  const it = (source: string, roots: object = { a: [1, 2, 3], one: [{ b: 1 }], none: [] }) =>
    evaluate({ language: "expression", name: "it", source }, roots);
  // A sequence is a list; one with a single member is that member, unless `[]` keeps it a list; an empty one is no value.
  expect(await it("a[$ > 1]")).toEqual([2, 3]);
  expect(await it("a[$ > 2]")).toBe(3);
  expect(await it("a[$ > 2][]")).toEqual([3]);
  expect(await it("[a[$ > 2]]")).toEqual([3]);
  expect(await it("one.b")).toBe(1);
  expect(await it("none")).toEqual([]);
  expect(await it("a[$ > 3]")).toContain("MissingValueError");
  expect(await it("(a[$ > 3]) ?? []")).toEqual([]);
  // What has no value is left out of lists and objects; null is one.
  expect(await it("[1, nothing, null]")).toEqual([1, null]);
  expect(await it('{ "x": nothing, "y": null }')).toEqual({ y: null });
  // Numbers: no -0, no infinity, nothing rounded.
  expect(Object.is(await it("0 * -1"), 0)).toBe(true);
  expect(await it("{ 'x': 1 / 0 }")).toContain("it.x is Infinity, which JSON cannot hold");
  expect(await it("{ 'big': $number('9007199254740993') }")).toContain("it.big is an integer beyond 2^53-1");
  expect(await it("/ab+/")).toContain("is a function");
  // Times are texts and numbers, never objects.
  expect(await it('$toMillis("1970-01-01T00:00:01Z")')).toBe(1000);
  expect(await it("$fromMillis(1000)")).toBe("1970-01-01T00:00:01.000Z");
});
test("endless and boundless expressions are stopped", async () => {
  const it = (source: string, timeoutMs?: number) =>
    evaluate({ language: "expression", name: "it", source }, {}, timeoutMs);
  expect(await it("($f := function($x) { 1 + $f($x) }; $f(1))")).toContain("Stack overflow");
  expect(await it("[1..10000000]")).toContain("sequence length");
  expect(await it("($f := function($x) { $f($x + 1) }; $f(1))", 100)).toContain("TimeoutError");
});
