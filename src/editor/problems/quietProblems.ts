import type { Problem } from "../../workflow/problem.ts";
import { startNode } from "../../workflow/wires.ts";
import type { StepId } from "../../workflow/workflow.ts";

/** What names a problem: it stays the same problem while only its place in the list changes. */
export function problemKey({ rule, pointer, message }: Problem): string {
  return `${rule} ${pointer} ${message}`;
}

/**
 * What is shown while somebody types in the settings of `typingIn`: a problem there that was not shown before waits
 * until the typing rests; one that is mended goes at once. `null`: nobody types.
 */
export function quietProblems(
  shown: readonly Problem[],
  found: readonly Problem[],
  typingIn: StepId | null,
): readonly Problem[] {
  if (typingIn === null) return found;
  const known = new Set(shown.map(problemKey));
  const isThere = ({ step = startNode }: Problem) => step === typingIn;
  return found.filter((problem) => !isThere(problem) || known.has(problemKey(problem)));
}
