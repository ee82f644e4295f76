import { expect, test } from "vitest";
import type { Attempt } from "./attempt.ts";
import { innerFailure } from "./innerFailure.ts";

const attempt = (step: string, fromSeq: number, toSeq: number, end: Attempt["end"] = "failed") =>
  ({ step, execution: `${step}@${fromSeq}`, fromSeq, toSeq, end }) as Attempt;

test("what failed inside of a workflow step is found however deep, within that attempt alone", () => {
  const first = attempt("build", 2, 6, "retrying");
  const second = attempt("build", 7, 14);
  const attempts = [
    first,
    attempt("build/read", 3, 5),
    second,
    attempt("build/read", 8, 9, "completed"),
    attempt("build/pack", 9, 13),
    attempt("build/pack/zip", 10, 11, "retrying"),
    attempt("build/pack/zip", 11, 12),
    attempt("builder/read", 8, 14),
    attempt("after", 15, 16),
  ];
  expect(innerFailure(attempts, second)?.execution).toBe("build/pack/zip@11");
  expect(innerFailure(attempts, first)?.execution).toBe("build/read@3");
  expect(innerFailure(attempts, attempt("after", 15, 16))).toBeUndefined();
});
