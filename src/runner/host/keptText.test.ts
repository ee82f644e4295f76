import fc from "fast-check";
import { expect, test } from "vitest";
import { keepBytes } from "./keptBytes.ts";
import { keptText } from "./keptText.ts";

function textOf(output: Uint8Array, maxBytes: number) {
  const kept = keepBytes(maxBytes);
  kept.add(output);
  const record = { observed: kept.observed, head: kept.headLength, tailFrom: kept.tailFrom, digest: "d" };
  return keptText(Buffer.concat([kept.head(), kept.tail()]), record);
}

test("[T14] output that fits is whole", () => {
  expect(textOf(Buffer.from("héllo"), 6)).toEqual({ text: "héllo", observedBytes: 6, keptBytes: 6, digest: "d" });
});

test("[T14] longer output is its head, a mark with what is missing, and its tail", () => {
  expect(textOf(Buffer.from("abcdefghij"), 4)).toMatchObject({
    text: "ab\n… 6 bytes were not kept …\nij",
    observedBytes: 10,
    keptBytes: 4,
  });
});

test("[T14] a cut never falls into a character, and the numbers agree with it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.integer({ min: 0, max: 30 }), (text, maxBytes) => {
      const bytes = Buffer.from(text);
      const { text: shown, keptBytes, observedBytes } = textOf(bytes, maxBytes);
      expect(observedBytes).toBe(bytes.length);
      if (bytes.length <= maxBytes) {
        expect(shown).toBe(bytes.toString());
        return;
      }
      const parts = /^([\s\S]*)\n… (\d+) bytes were not kept …\n([\s\S]*)$/.exec(shown);
      const [head = "", missing, tail = ""] = parts?.slice(1) ?? [];
      expect(bytes.toString().startsWith(head)).toBe(true);
      expect(bytes.toString().endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBe(keptBytes);
      expect(Number(missing)).toBe(observedBytes - keptBytes);
    }),
  );
});

test("bytes that are no text are shown as such", () => {
  expect(textOf(Buffer.from([0x61, 0xff, 0xfe, 0x62]), 10).text).toBe("a\u{fffd}\u{fffd}b");
  // Only continuation bytes: at most three of them can be the rest of a character.
  expect(textOf(Buffer.alloc(20, 0x80), 10)).toMatchObject({ observedBytes: 20, keptBytes: 7 });
});
