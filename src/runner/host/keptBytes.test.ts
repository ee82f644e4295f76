import fc from "fast-check";
import { expect, test } from "vitest";
import { keepBytes } from "./keptBytes.ts";

const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 40 });

test("head and tail are the first and last bytes of any stream, whatever its chunks", () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 0, max: 100 }), (parts, maxBytes) => {
      const all = Buffer.concat(parts);
      const kept = keepBytes(maxBytes);
      for (const part of parts) kept.add(part);
      const headLimit = Math.ceil(maxBytes / 2);
      const head = all.subarray(0, headLimit);
      const rest = all.subarray(head.length);
      const tail = rest.subarray(Math.max(0, rest.length - (maxBytes - headLimit)));
      expect(kept.observed).toBe(all.length);
      expect(Buffer.from(kept.head()).equals(head)).toBe(true);
      expect(Buffer.from(kept.tail()).equals(tail)).toBe(true);
      expect(kept.tailFrom).toBe(all.length - tail.length);
    }),
  );
});

test("reading on from any offset gives the bytes that stood there, or those after the gap", () => {
  fc.assert(
    fc.property(
      chunks,
      fc.integer({ min: 0, max: 100 }),
      fc.nat(200),
      fc.integer({ min: 1, max: 30 }),
      (parts, max, from, most) => {
        const all = Buffer.concat(parts);
        const kept = keepBytes(max);
        for (const part of parts) kept.add(part);
        const read = kept.read(Math.min(from, all.length), most);
        expect(read.bytes.length).toBeLessThanOrEqual(most);
        expect(Buffer.from(read.bytes).equals(all.subarray(read.from, read.from + read.bytes.length))).toBe(true);
        // Nothing that was kept is jumped over.
        if (read.from > from) expect(read.from).toBe(Math.min(kept.tailFrom, all.length));
      },
    ),
  );
});

test("add says how much of a chunk went into the head", () => {
  const kept = keepBytes(5);
  expect(kept.add(Buffer.from("ab"))).toBe(2);
  expect(kept.add(Buffer.from("cde"))).toBe(1);
  expect(kept.add(Buffer.from("f"))).toBe(0);
  expect(Buffer.from(kept.tail()).toString()).toBe("ef");
});
