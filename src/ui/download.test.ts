import { expect, test } from "vitest";
import { fileName } from "./download.ts";

test("a file name holds nothing that a file system refuses", () => {
  expect(fileName("Report: a/b\\c?.json")).toBe("Report- a-b-c-.json");
  expect(fileName("../../etc/passwd")).toBe("-..-etc-passwd");
  expect(fileName("  ..  ")).toBe("file");
  expect(fileName("ü".repeat(300))).toHaveLength(120);
});
