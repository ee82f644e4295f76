import { expect, test } from "vitest";
import { classNames } from "./classNames.ts";

test("absent names leave no trace", () => {
  expect(classNames("a", false, null, undefined, "b")).toBe("a b");
});
