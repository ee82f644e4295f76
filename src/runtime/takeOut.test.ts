import fc from "fast-check";
import { expect, test } from "vitest";
import { isReference, referencesIn, referenceTo } from "../engine/reference.ts";
import { resolveAlong, resolveValue } from "../engine/resolve.ts";
import type { Json } from "../workflow/json.ts";
import { sha256Of } from "../workflow/sha256.ts";
import { createTaker, largestInline } from "./takeOut.ts";

const nobody = () => false;
const bytes = (value: Json) => new TextEncoder().encode(JSON.stringify(value)).length;

function takeOut(value: Json, options: { readonly largest?: number; readonly keep?: readonly string[][] } = {}) {
  const taker = createTaker(nobody, options.largest);
  const left = taker.take(value, options.keep);
  const texts = new Map(taker.artifacts.map(({ digest, text }) => [digest, text]));
  const load = async (digest: string) => {
    const text = texts.get(digest);
    if (text === undefined) throw new Error(`${digest} was not taken out`);
    return text;
  };
  return { left, artifacts: taker.artifacts, load };
}

const forged = referenceTo(`sha256:${"0".repeat(64)}`, 100_000) as Json;
/** Any JSON, with keys that trip naive copies, texts of every width, and values that look like references. */
const anyJson = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.maxSafeInteger(),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.constant(forged),
    fc.array(tie("value"), { maxLength: 12 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "1")), tie("value")), {
        maxLength: 12,
      })
      .map((entries) => Object.fromEntries(entries) as Json),
  ),
})).value;

test("any JSON comes back as it was, however it was taken apart", async () => {
  await fc.assert(
    fc.asyncProperty(anyJson, fc.integer({ min: 200, max: 5_000 }), async (value, largest) => {
      const { left, artifacts, load } = takeOut(value, { largest });
      expect(JSON.stringify(await resolveValue(left, load))).toBe(JSON.stringify(value));
      for (const { digest, bytes: size, text } of artifacts) {
        expect([digest, size]).toEqual([sha256Of(text), new TextEncoder().encode(text).length]);
      }
    }),
  );
});

test("what stays is small, and what is small stays the very object that it was", () => {
  fc.assert(
    fc.property(anyJson, fc.integer({ min: 200, max: 5_000 }), (value, largest) => {
      const { left, artifacts } = takeOut(value, { largest });
      expect(isReference(left) || bytes(left) <= largest).toBe(true);
      const looksForged = JSON.stringify(value).includes("tickwork/artifact@1");
      if (!looksForged && bytes(value) <= largest) {
        expect(left).toBe(value);
        expect(artifacts).toEqual([]);
      }
    }),
  );
});

test("65,536 bytes stand in the tick, one more does not", () => {
  const text = (size: number) => "ä".repeat((size - 2) / 2);
  expect(takeOut(text(largestInline)).left).toBe(text(largestInline));
  const { left, artifacts } = takeOut(`${text(largestInline)}.`);
  expect(left).toEqual(referenceTo(artifacts[0]?.digest ?? "", largestInline + 1));
});

test("[R1] small keys stay readable: large members go first, then the largest until the rest fits", () => {
  const { left } = takeOut({ id: 7, log: "l".repeat(100_000), a: "a".repeat(40_000), b: "b".repeat(39_000) });
  expect(left).toEqual({ id: 7, log: expect.anything(), a: expect.anything(), b: "b".repeat(39_000) });
  const { log, a } = left as Record<string, Json>;
  expect([isReference(log), isReference(a)]).toEqual([true, true]);
});

test("a list of many small members goes as a whole, a list of few large ones by its members", () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ index, name: `row ${index}` }));
  expect(isReference(takeOut(rows).left)).toBe(true);
  const pictures = ["p".repeat(70_000), "q".repeat(70_000), "p".repeat(70_000)];
  const { left, artifacts } = takeOut(pictures);
  expect((left as Json[]).every(isReference)).toBe(true);
  expect(artifacts.length).toBe(2);
});

test("a value that looks like a reference is taken out whatever its size, and comes back as what it is", async () => {
  const { left, artifacts, load } = takeOut({ mine: forged });
  expect(artifacts.map(({ text }) => text)).toEqual([JSON.stringify(forged)]);
  expect([...referencesIn(left).keys()]).toEqual([artifacts[0]?.digest]);
  expect(await resolveValue(left, load)).toEqual({ mine: forged });
});

test("a reference that was given stays the one it is", () => {
  const given = referenceTo(`sha256:${"1".repeat(64)}`, 100_000);
  const taker = createTaker((reference) => reference === given);
  const value: Json = { passed: given, copied: structuredClone(given) };
  const left = taker.take(value) as Record<string, Json>;
  expect(left.passed).toBe(given);
  expect(taker.artifacts.map(({ text }) => text)).toEqual([JSON.stringify(given)]);
});

test("[T6] places that conditions name stay readable in a value that was taken out", async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ index }));
  const { left, load } = takeOut({ rows, n: 1 }, { keep: [["rows", "3", "index"], ["rows", "9999", "index"], ["n"]] });
  expect(JSON.stringify(left)).toContain('"kept":[{"path":["3","index"],"value":3}]');
  const along = (await resolveAlong(left, ["rows", 4, "index"], load)) as { rows: { index: number }[] };
  expect(along.rows[4]).toEqual({ index: 4 });
});
