import { expect, test } from "vitest";
import { retentionIn, retentionText } from "./retentionText.ts";

test("an empty field asks for nothing; what is no count is said", () => {
  expect(retentionIn("", " ")).toEqual({});
  expect(retentionIn("20", "")).toEqual({ keepLast: 20 });
  expect(retentionIn("0", "30")).toEqual({ keepLast: 0, days: 30 });
  for (const wrong of ["-1", "1.5", "many", "99999999"]) expect(retentionIn(wrong, "")).toContain("whole numbers");
});

test("the rule that holds is a sentence", () => {
  expect(retentionText({})).toBe("Runs stay until you delete them.");
  expect(retentionText({ keepLast: 1, days: 30 })).toBe(
    "Kept: the newest 1 run of each workflow, and what is younger than 30 days; older runs are deleted by themselves.",
  );
});
