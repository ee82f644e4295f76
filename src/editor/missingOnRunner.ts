import type { ModelEntry } from "../protocol/runnerKept.ts";
import { jsonPointer } from "../workflow/jsonPointer.ts";
import { readLocalModel } from "../workflow/modelServer.ts";
import { anyOfThem, secretsOf } from "../workflow/permissions.ts";
import type { Problem } from "../workflow/problem.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { RunnerOffers } from "./editorContext.ts";

/**
 * Models, secrets and workspaces that steps name and the runner does not have (V8). Warnings: the runner may be given
 * them before the run, and an edit for another machine is no mistake.
 */
export function missingOnRunner(workflow: Pick<Workflow, "steps">, runner: RunnerOffers): readonly Problem[] {
  return Object.entries(workflow.steps).flatMap(([id, step]) => {
    const problem = (path: readonly (string | number)[], message: string): Problem => ({
      rule: "V8",
      severity: "warning",
      pointer: jsonPointer(["steps", id, ...path]),
      message,
      step: id,
    });
    const found = [...new Set(secretsOf(step))]
      .filter((name) => name !== anyOfThem && runner.secrets?.includes(name) === false)
      .map((name) =>
        problem([], `The secret \`${name}\` is not set on the runner. Set it in the settings, or the step fails.`),
      );
    if (step.kind === "agent" && step.config.via !== "tab" && runner.models !== null) {
      const wrong = modelProblem(step.config.model, runner.models);
      if (wrong !== null) found.push(problem(["config", "model"], wrong));
    }
    const workspace = step.kind === "command" || step.kind === "file" ? step.config.workspace : undefined;
    if (workspace !== undefined && runner.workspaces?.every(({ name }) => name !== workspace))
      found.push(
        problem(
          ["config", "workspace"],
          `The runner has no workspace \`${workspace}\`. Start it with \`--workspace ${workspace}=FOLDER\`, or name another.`,
        ),
      );
    return found;
  });
}

function modelProblem(model: string | undefined, models: readonly ModelEntry[]): string | null {
  if (model === undefined)
    return models.some(({ isDefault }) => isDefault) || models.length === 1
      ? null
      : "The runner has no default model. Add one in the settings, or name one here.";
  if (models.some(({ name }) => name === model) || readLocalModel(model) !== undefined) return null;
  return `The runner has no model \`${model}\`. Add it in the settings, or choose another.`;
}
