import { jsonPointer } from "../jsonPointer.ts";
import type { Problem } from "../problem.ts";
import { inlinedIn, pathIn } from "../subWorkflows.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { atDocument, atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";
import { warnOfInnerHooks } from "./hooks.ts";

/**
 * What is wrong with the workflows that stand in steps (R79), at their own places: the pointer leads into the step, and
 * the step is named by its path (`build/test`). `check` finds all of one workflow, and of those inside it.
 */
export function checkSubWorkflows(
  { steps }: Graph,
  check: (workflow: Workflow) => readonly Problem[],
): readonly Problem[] {
  return steps.flatMap(([id, step]) => {
    const inner = inlinedIn(step);
    if (inner === undefined) return [];
    const own = step.always ? [atStep("V7", id, noCleanUp, { path: ["always"] })] : [];
    const base = jsonPointer(["steps", id, "config", "workflow"]);
    const found = [...check(inner), ...refuseCleanUp(inner), ...warnOfLimits(inner, id), ...warnOfInnerHooks(inner)];
    const placed = found.map((problem) => ({
      ...problem,
      pointer: base + problem.pointer,
      step: problem.step === undefined ? id : pathIn(id, problem.step),
    }));
    return [...own, ...placed];
  });
}

const noCleanUp = "A step that runs a workflow cannot be the clean-up (`always`) yet. Use another kind of step.";

/** T41 speaks of the end of a run; an instance ends while its run goes on. */
function refuseCleanUp({ steps }: Workflow): readonly Problem[] {
  const message =
    "A task with `always` cannot run inside another workflow yet. Put the clean-up into the outermost workflow.";
  return Object.entries(steps).flatMap(([id, { always }]) =>
    always ? [atStep("V7", id, message, { path: ["always"] })] : [],
  );
}

/** A run has one set of limits; whoever opens a file as a step of another must learn that its own are not among them. */
function warnOfLimits({ limits = {} }: Workflow, host: StepId): readonly Problem[] {
  const names = Object.keys(limits);
  if (names.length === 0) return [];
  const bound = names.includes("timeoutMs")
    ? ` To bound how long this one takes, give the step \`${host}\` a \`timeoutMs\`.`
    : "";
  const message = `Inside another workflow its own limits (${names.join(", ")}) do not count; those of the outermost workflow hold for everything in the run.${bound}`;
  return [atDocument("V5", message, { path: ["limits"], severity: "warning" })];
}
