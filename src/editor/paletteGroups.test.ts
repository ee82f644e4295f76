import { expect, test } from "vitest";
import { kinds, stepKinds } from "../workflow/kinds.ts";
import { paletteGroups } from "./paletteGroups.ts";

test("every kind that can run is offered exactly once", () => {
  const offered = paletteGroups("").flatMap((group) => group.kinds);
  expect([...offered].sort()).toEqual(stepKinds.filter((kind) => kinds[kind].available === "now").sort());
});

test("the search looks at names and descriptions", () => {
  expect(paletteGroups("QUESTION person").flatMap((group) => group.kinds)).toEqual(["ask"]);
  expect(paletteGroups("nothing like this")).toEqual([]);
});
