import { expect, test } from "vitest";
import { placeOf } from "./placesSeen.ts";

test("a run is seen on its page at any of its moments, every run on the start page, none where the tab is hidden", () => {
  expect(placeOf("#/r/one", true)).toBe("one");
  expect(placeOf("#/r/one?tick=3", true)).toBe("one");
  expect(placeOf("", true)).toBe("*");
  expect(placeOf("#/w/one", true)).toBe(null);
  expect(placeOf("#/settings", true)).toBe(null);
  expect(placeOf("#/r/one", false)).toBe(null);
  expect(placeOf("#/", false)).toBe(null);
});
