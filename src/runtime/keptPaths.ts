import { find, natural } from "../engine/persistent/sortedMap.ts";
import type { Plan } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import type { TickBody } from "../engine/tick.ts";
import type { Condition, Path } from "../workflow/condition.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";

/**
 * Which places in the values of a tick the reducer reads: those that conditions of tasks and exports name. They stay
 * readable when the value is taken out, so that a condition says the same of a large value and of a small one.
 */
export type KeptPaths = (body: TickBody, state: RunState) => readonly Path[];

export function keptPaths(plan: Plan): KeptPaths {
  const outputs = new Map<StepId, Path[]>();
  const store: Path[] = [];
  const addOutput = (step: StepId, path: Path) => {
    const paths = outputs.get(step) ?? [];
    outputs.set(step, paths);
    paths.push(path);
  };
  /** Ids in a condition are those of the workflow in which it stands (R79). */
  const addCondition = (condition: Condition, scope: string): void => {
    if ("all" in condition) for (const each of condition.all) addCondition(each, scope);
    else if ("any" in condition) for (const each of condition.any) addCondition(each, scope);
    else if ("not" in condition) addCondition(condition.not, scope);
    else if ("output" in condition) addOutput(pathIn(scope, condition.output), condition.path);
    else if ("step" in condition) addOutput(pathIn(scope, condition.step), condition.path);
    else if ("store" in condition) store.push(condition.store);
  };
  for (const { step, scope } of plan.steps) if (step.when !== undefined) addCondition(step.when, scope.path);
  for (const { path: scope, workflow } of [plan.root, ...plan.steps.flatMap(({ child }) => child ?? [])]) {
    for (const { from, path } of Object.values(workflow.exports ?? {})) addOutput(pathIn(scope, from), path);
  }

  return (body, state) => {
    switch (body.kind) {
      case "execution-finished":
      case "recovery-decided": {
        if (outputs.size === 0 || body.execution === undefined) return [];
        const place = find(state.executions, Number(body.execution.slice(1)), natural);
        const step = place && plan.steps[place.step];
        return (step && outputs.get(step.id)) ?? [];
      }
      case "run-started":
        return [...store, ...Object.keys(body.takesOver?.tasks ?? {}).flatMap((step) => outputs.get(step) ?? [])];
      case "store-changed":
        return store.flatMap((path) => (startsWith(path, body.path) ? [path.slice(body.path.length)] : []));
      default:
        return [];
    }
  };
}

function startsWith(path: Path, begin: Path): boolean {
  return begin.length <= path.length && begin.every((key, i) => String(key) === String(path[i]));
}
