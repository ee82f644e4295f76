import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gzipChunks } from "./gzip.ts";
import { type Chunks, type Line, readLines } from "./readLines.ts";

async function* chunksOf(content: Uint8Array | string, sizes: readonly number[]): Chunks {
  for (let at = 0, i = 0; at < content.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    yield content.slice(at, at + size);
    at += size;
  }
}

async function linesOf(chunks: Chunks): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(chunks)) lines.push(line);
  return lines;
}

const expected = (text: string): readonly Line[] => {
  const pieces = text.split("\n");
  const rest = pieces.pop() ?? "";
  const lines = pieces.map((piece): Line => ({ kind: "line", text: piece }));
  return rest === "" ? lines : [...lines, { kind: "rest", text: rest }];
};

const anyText = fc
  .array(fc.constantFrom("a", "é", "😀", "\n", "\r", '"', "{"), { maxLength: 40 })
  .map((parts) => parts.join(""));
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

describe("readLines", () => {
  test("gives the same lines however the bytes are cut, gzipped or not", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, sizes, async (text, cuts) => {
        expect(await linesOf(chunksOf(Buffer.from(text), cuts))).toEqual(expected(text));
        expect(await linesOf(chunksOf(text, [1000]))).toEqual(expected(text));
        expect(await linesOf(chunksOf(gzipSync(text), cuts))).toEqual(expected(text));
      }),
    );
  });

  test("reads back what gzipChunks writes, which is the same every time", async () => {
    const zip = async () => {
      const parts: Uint8Array[] = [];
      for await (const part of gzipChunks(chunksOf(Buffer.from("one\ntwo\n"), [3]) as AsyncIterable<Uint8Array>))
        parts.push(part);
      return Buffer.concat(parts);
    };
    const bytes = await zip();
    expect(await linesOf(chunksOf(bytes, [5]))).toEqual(expected("one\ntwo\n"));
    expect(await zip()).toEqual(bytes);
  });

  test("drops a byte order mark", async () => {
    expect(await linesOf(chunksOf(Buffer.from("\uFEFFx\n"), [2]))).toEqual(expected("x\n"));
    expect(await linesOf(chunksOf("\uFEFFx\n", [9]))).toEqual(expected("x\n"));
  });

  test("says where compressed data ends too soon or is damaged", async () => {
    const text = Array.from({ length: 500 }, (_, i) => `line ${i * 7919}\n`).join("");
    const bytes = gzipSync(text);
    const cut = await linesOf(chunksOf(bytes.subarray(0, bytes.length / 2), [100]));
    expect(cut.at(-1)).toMatchObject({ kind: "unreadable" });
    expect(cut.length).toBeGreaterThan(100);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 40, 80);
    expect((await linesOf(chunksOf(damaged, [100]))).at(-1)).toMatchObject({ kind: "unreadable" });
  });
});
