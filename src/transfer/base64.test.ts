import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "./base64.ts";

test("agrees with Node, forth and back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      const text = Buffer.from(bytes).toString("base64");
      expect(toBase64(bytes)).toBe(text);
      expect(fromBase64(text)).toEqual(bytes);
    }),
  );
});

test("refuses what it would not write", () => {
  for (const text of ["A", "AA=A", "A===", "AAA*", "=AAA"]) expect(fromBase64(text)).toBeUndefined();
});
