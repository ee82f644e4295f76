import fc from "fast-check";
import { expect, test } from "vitest";
import { aroundChanges, lineDiff } from "./lineDiff.ts";

const text = (before: string, after: string) =>
  lineDiff(before, after)
    .map(({ kind, text }) => `${{ same: " ", removed: "-", added: "+" }[kind]}${text}`)
    .join("\n");

test("lines that stay are kept, those that change stand removed and then added", () => {
  expect(text("a\nb\nc", "a\nx\nc")).toBe(" a\n-b\n+x\n c");
  expect(text("a\nc", "a\nb\nc")).toBe(" a\n+b\n c");
  expect(text("a", "a")).toBe(" a");
});

test("both texts can be read out of the difference", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (a, b) => {
      const diff = lineDiff(a.join("\n"), b.join("\n"));
      const side = (gone: "added" | "removed") =>
        diff
          .filter(({ kind }) => kind !== gone)
          .map((line) => line.text)
          .join("\n");
      expect(side("added")).toBe(a.join("\n"));
      expect(side("removed")).toBe(b.join("\n"));
    }),
  );
});

test("far from a change lines are left out", () => {
  const before = Array.from({ length: 20 }, (_, index) => `${index}`);
  const after = before.with(10, "ten");
  const shown = aroundChanges(lineDiff(before.join("\n"), after.join("\n")));
  expect(shown.map((line) => line?.text ?? "…")).toEqual(["…", "8", "9", "10", "ten", "11", "12", "…"]);
});
