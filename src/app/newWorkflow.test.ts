import { expect, test } from "vitest";
import { freeName } from "./newWorkflow.ts";

test("a new workflow gets a name that is not taken", () => {
  expect(freeName([])).toBe("Untitled");
  expect(freeName(["Untitled", "Untitled 3"])).toBe("Untitled 2");
  expect(freeName(["Untitled", "Untitled 2"])).toBe("Untitled 3");
});
