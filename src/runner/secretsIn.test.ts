import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { secretsIn } from "./secretsIn.ts";

const secret = 'p4ss wörd/+?&"x';
const secrets = new Map([
  ["TOKEN", secret],
  ["OTHER", "never-there-0123456789"],
]);

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const find = (text: string, size = 7) => secretsIn(chunks(Buffer.from(text), size), secrets);
const twice = (text: string) => JSON.stringify({ inner: JSON.stringify({ text }) });

describe("a secret in a file is found with its place", () => {
  test.each([
    ["as it is", (text: string) => text],
    ["in JSON", (text: string) => JSON.stringify({ text })],
    ["in JSON inside of JSON", twice],
    ["in JSON inside of JSON inside of JSON", (text: string) => JSON.stringify(twice(text))],
    ["as base64", (text: string) => Buffer.from(text).toString("base64")],
    ["as base64 behind other bytes", (text: string) => Buffer.from(`user:${text}`).toString("base64")],
    ["as base64 for addresses", (text: string) => Buffer.from(`a${text}b`).toString("base64url")],
    ["percent-encoded", (text: string) => `https://example.org/?q=${encodeURIComponent(text)}`],
    ["in hex", (text: string) => Buffer.from(text).toString("hex")],
    [
      "as base64 whose lines were wrapped, in JSON",
      (text: string) => JSON.stringify(Buffer.from(text).toString("base64").replace(/.{8}/g, "$&\n")),
    ],
  ])("%s", async (_name, encode) => {
    const before = `{"seq":1,"at":2}\n{"ünïcode":"`;
    const found = await find(`${before}${encode(secret)}"}`);
    expect(found.map(({ name }) => name)).toEqual(["TOKEN"]);
    expect(found[0]?.at).toBeGreaterThanOrEqual(Buffer.byteLength(before));
    expect(found[0]?.at).toBeLessThan(Buffer.byteLength(before) + 60);
  });

  test("wherever the file is cut into chunks", async () => {
    const text = `${"x".repeat(40)}${secret}${"y".repeat(40)}`;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (size) => {
        expect(await find(text, size)).toEqual([{ name: "TOKEN", at: 40 }]);
      }),
    );
  });

  test("over the border of what is looked through at once", async () => {
    const before = "z".repeat(1_000_000 - 6);
    expect(await find(`${before}${secret}`, 300_000)).toEqual([{ name: "TOKEN", at: before.length }]);
  });
});

test("what is no secret is not found: parts of one, other texts, a short secret's encodings", async () => {
  expect(await find(`${secret.slice(1)} ${secret.slice(0, -1)} ${"word ".repeat(1000)}`)).toEqual([]);
  const noise = Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256)).toString("base64");
  expect(await secretsIn(chunks(Buffer.from(noise), 4_096), new Map([["SHORT", "a1.b"]]))).toEqual([]);
});

test("where no secret is kept nothing is found", async () => {
  expect(await secretsIn(chunks(Buffer.from("anything"), 3), new Map())).toEqual([]);
});
