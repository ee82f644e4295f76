import { describe, expect, test } from "vitest";
import { type Finding, firstLines, storyFindings, summaryOf } from "./findings.mjs";

const finding = (kind: Finding["kind"], where: string, message: readonly string[] = []): Finding => ({
  kind,
  where,
  message,
});

describe("what npm test says at its end", () => {
  test("says nothing when nothing failed", () => {
    expect(summaryOf([])).toEqual([]);
  });

  test("names what failed before what needed a second try", () => {
    expect(
      summaryOf([
        finding("again", "slow.test.ts › sometimes", ["timed out"]),
        finding("failed", "a.test.ts › one", ["expected 1"]),
      ]),
    ).toEqual([
      "Failed:",
      "  a.test.ts › one",
      "      expected 1",
      "Passed at the second try:",
      "  slow.test.ts › sometimes",
      "      timed out",
    ]);
  });

  test("stays within its lines and counts what it left out", () => {
    const many = Array.from({ length: 50 }, (_, index) => finding("failed", `test ${index}`, ["a", "b"]));
    const lines = summaryOf(many, 10);
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.at(-1)).toBe("… and 48 more, above");
  });

  test("keeps the first lines of a message that say something, without colours and without long tails", () => {
    expect(firstLines(`\u001b[31mError\u001b[39m\n\n  ${"x".repeat(300)}\nthird\nfourth\nfifth`)).toEqual([
      "Error",
      `  ${"x".repeat(158)}…`,
      "third",
      "fourth",
    ]);
  });

  test("reads stories that failed, that passed again, and errors outside of stories", () => {
    const error = { message: "not visible", location: { file: "pages/a.ts", line: 7 } };
    const spec = (title: string, status: string, results: { error?: typeof error }[]) => ({
      title,
      file: "a.spec.ts",
      line: 3,
      tests: [{ status, results }],
    });
    const report = {
      errors: [{ message: "no such folder" }],
      suites: [
        {
          title: "a.spec.ts",
          specs: [spec("fine", "expected", [{}]), spec("broken", "unexpected", [{ error }, { error }])],
          suites: [{ title: "a group", specs: [spec("flaky", "flaky", [{ error }, {}])] }],
        },
      ],
    };
    expect(storyFindings(report)).toEqual([
      finding("failed", "e2e", ["no such folder"]),
      finding("failed", "e2e a.spec.ts:3 › broken (pages/a.ts:7)", ["not visible"]),
      finding("again", "e2e a.spec.ts:3 › a group › flaky (pages/a.ts:7)", ["not visible"]),
    ]);
  });
});
