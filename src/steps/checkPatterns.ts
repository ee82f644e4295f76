import { jsonPointer } from "../workflow/jsonPointer.ts";
import type { Problem } from "../workflow/problem.ts";
import { allSteps, documentPath } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";

/**
 * Patterns of retry policies that JavaScript would read and the linear search does not (look-around, back-references):
 * a policy that throws never retries (R22), which nobody would see before the first failure. What is no regular
 * expression at all is found without the search (V5).
 */
export async function checkPatterns(workflow: Workflow): Promise<readonly Problem[]> {
  const patterns = allSteps(workflow).flatMap(([step, { retry }]) =>
    (["on", "notOn"] as const).flatMap((key) => {
      const pattern = retry?.[key]?.message;
      return pattern === undefined || !isRegExp(pattern) ? [] : [{ step, key, pattern }];
    }),
  );
  if (patterns.length === 0) return [];
  const { findPattern } = await import("../runtime/linearPattern.ts");
  return patterns.flatMap(({ step, key, pattern }): readonly Problem[] => {
    const reason = whyNot(() => findPattern(pattern, ""));
    if (reason === undefined) return [];
    return [
      {
        rule: "V5",
        severity: "error",
        pointer: jsonPointer([...documentPath(step), "retry", key, "message"]),
        message: `This pattern cannot be searched for in linear time, so the step would never be retried. Write it without looking ahead or behind and without back-references (${reason}).`,
        step,
      },
    ];
  });
}

function isRegExp(source: string): boolean {
  return whyNot(() => new RegExp(source)) === undefined;
}

function whyNot(use: () => unknown): string | undefined {
  try {
    use();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
