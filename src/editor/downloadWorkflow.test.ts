import { expect, test } from "vitest";
import { fileName } from "./downloadWorkflow.ts";

test("a file name holds only what every file system takes", () => {
  expect(fileName("Repository health: report / 2")).toBe("Repository-health-report-2");
  expect(fileName("Prüfung")).toBe("Prufung");
  expect(fileName("../..")).toBe("workflow");
  expect(fileName("漢字")).toBe("workflow");
});
