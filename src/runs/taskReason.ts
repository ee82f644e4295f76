import { conditionReason, type TaskResults } from "../editor/inspector/condition/conditionReason.ts";
import type { StateView, StepOutcome } from "../engine/view.ts";
import { findStep, pathIn, scopeOf } from "../workflow/subWorkflows.ts";
import type { Step, StepId, Workflow } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";

/**
 * Why a task that did not run ended as it did, in words: which need or which condition decided (T2, T4, T33). `null`:
 * it ran, or it is not decided yet.
 */
export function taskReason(
  path: StepId,
  workflow: Workflow,
  view: Pick<StateView, "steps">,
  history: Pick<HistoryAt, "attemptsOf">,
  title: (step: StepId) => string,
): readonly string[] | null {
  const step = findStep(workflow, path);
  const outcome = outcomeOf(view, path);
  if (step?.needs === undefined || history.attemptsOf(path).length > 0) return null;
  if (outcome === "cancellation") return ["It was cancelled before it began"];
  if (outcome !== "skipped" && outcome !== "blocked") return null;
  if (step.disabled === true) return ["It is switched off"];
  const scope = scopeOf(path);
  const needs = step.needs.map((need) => pathIn(scope, need));
  const titleOf = (id: StepId) => title(pathIn(scope, id));
  if (step.when !== undefined) return conditionWords(step.when, resultsIn(scope, view, history), titleOf);
  const decisive = needs.filter((need) =>
    outcome === "skipped" ? outcomeOf(view, need) === "skipped" : !fine.has(outcomeOf(view, need) ?? "success"),
  );
  return decisive.map((need) => `“${title(need)}” ended with ${outcomeOf(view, need)}`);
}

const fine: ReadonlySet<StepOutcome> = new Set(["success", "skipped"]);

function conditionWords(when: NonNullable<Step["when"]>, results: TaskResults, titleOf: (step: StepId) => string) {
  const { truth, facts } = conditionReason(when, results, titleOf);
  const head =
    truth === false
      ? "Its condition is false"
      : truth === true
        ? "Its condition is true"
        : "Its condition cannot be decided";
  return facts.length === 0 ? [head] : facts.map((fact, i) => (i === 0 ? `${head}: ${fact}` : fact));
}

/** How the tasks of one workflow ended: outcomes of the view, exits and outputs of their last attempts. */
function resultsIn(scope: string, view: Pick<StateView, "steps">, history: Pick<HistoryAt, "attemptsOf">): TaskResults {
  return Object.fromEntries(
    Object.keys(view.steps).flatMap((path) => {
      const outcome = outcomeOf(view, path);
      if (scopeOf(path) !== scope || outcome === null) return [];
      const last = history.attemptsOf(path).at(-1);
      const result = {
        outcome,
        ...(last?.exit !== undefined && { exit: last.exit }),
        ...(last?.output !== undefined && { output: last.output }),
      };
      return [[scope === "" ? path : path.slice(scope.length + 1), result] as const];
    }),
  );
}

/** Of a task that is finished. */
function outcomeOf({ steps }: Pick<StateView, "steps">, path: StepId): StepOutcome | null {
  const task = Object.hasOwn(steps, path) ? (steps[path]?.task ?? null) : null;
  return task === null || task === "pending" || task === "ready" || task === "running" ? null : task;
}
