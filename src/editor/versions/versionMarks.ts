import { assertNever } from "../../workflow/assertNever.ts";
import type { Difference } from "../../workflow/compareWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";

/** What became of the steps of an earlier version, as a word on their cards. The first that fits stands. */
export function versionMarks(differences: readonly Difference[]): ReadonlyMap<StepId, string> {
  const marks = new Map<StepId, string>();
  const mark = (step: StepId, word: string) => marks.has(step) || marks.set(step, word);
  // Under its new name a step has changes of its own.
  const earlierName = new Map(
    differences.flatMap((one) => (one.kind === "renamed" ? [[one.step, one.from] as const] : [])),
  );
  for (const one of differences)
    switch (one.kind) {
      case "removed":
        mark(one.step, "removed since");
        break;
      case "renamed":
        mark(one.from, "renamed since");
        break;
      case "changed":
        mark(earlierName.get(one.step) ?? one.step, "changed since");
        break;
      case "rewired":
        mark(one.step, "wired otherwise since");
        break;
      // They are not on this canvas, or concern no step.
      case "added":
      case "workflow":
      case "reordered":
      case "layout":
        break;
      default:
        assertNever(one);
    }
  return marks;
}
