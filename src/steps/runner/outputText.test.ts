import fc from "fast-check";
import { expect, test } from "vitest";
import { createOutputText } from "./outputText.ts";

test("text cut anywhere comes out whole, each piece at the offset of its first byte", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(8), { minLength: 1 }), (raw, sizes) => {
      const bytes = new TextEncoder().encode(raw);
      const output = createOutputText();
      let text = "";
      let at = 0;
      for (let i = 0; at < bytes.length; i++) {
        const end = at + 1 + (sizes[i % sizes.length] ?? 0);
        const piece = output.add(at, bytes.slice(at, end));
        if (piece) {
          expect(piece.from).toBe(new TextEncoder().encode(text).length);
          text += piece.text;
        }
        at = end;
      }
      expect(text).toBe(raw);
    }),
  );
});
test("bytes that are no text are shown as such and do not hold back what follows", () => {
  const output = createOutputText();
  expect(output.add(0, Uint8Array.of(0xff, 0x41))).toEqual({ from: 0, text: "\ufffdA" });
  expect(output.add(2, Uint8Array.of(0xc3))).toBeUndefined();
  expect(output.add(10, Uint8Array.of(0x42))).toEqual({ from: 10, text: "B" });
});
