import { expect, test } from "vitest";
import { stopOn } from "./stopOn.ts";

test.each([
  ["pack", "", { card: "pack", isInside: false }],
  ["build/pack", "", { card: "build", isInside: true }],
  ["build/pack/zip", "build", { card: "pack", isInside: true }],
  ["build/pack/zip", "build/pack", { card: "zip", isInside: false }],
  ["pack", "build", null],
  ["builder/pack", "build", null],
] as const)(
  "a run that stopped at %s is marked on the canvas at “%s” on the card that leads there",
  (stopped, scope, mark) => {
    expect(stopOn(stopped, scope)).toEqual(mark);
  },
);
