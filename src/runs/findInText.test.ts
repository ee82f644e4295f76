import { expect, test } from "vitest";
import { findInText } from "./findInText.ts";

test("places come with what stands around them, whatever their capitals, and every sign is itself", () => {
  const text = `${"-".repeat(50)}A.b*${"-".repeat(50)}axb`;
  expect(findInText(text, "a.B*")).toEqual({
    places: [{ at: 50, before: `…${"-".repeat(40)}`, match: "A.b*", after: `${"-".repeat(40)}…` }],
    more: false,
  });
  expect(findInText(text, "").places).toEqual([]);
});

test("a common text is found fifty times, and that there is more is said", () => {
  const { places, more } = findInText("ab".repeat(1_000), "a");
  expect([places.length, more]).toEqual([50, true]);
});
