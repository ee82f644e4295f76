import type { Step, StepId, Workflow } from "./workflow.ts";

/*
 * A workflow inside a workflow (R79). Its steps are named by the path of the steps that lead to them: `build/test` is
 * the step `test` of the workflow that the step `build` runs. `""` is the path of the outermost workflow.
 */

/** The workflow that a step runs, when it stands in the document itself; `undefined`: another kind, or only an id. */
export function inlinedIn(step: Step | undefined): Workflow | undefined {
  if (step?.kind !== "workflow") return undefined;
  const { workflow } = step.config;
  return typeof workflow === "string" ? undefined : (workflow as unknown as Workflow);
}

/** The path of a step of the workflow at `scope`. */
export function pathIn(scope: string, id: StepId): StepId {
  return scope === "" ? id : `${scope}/${id}`;
}

/** What a step is called in its own workflow. */
export function localId(path: StepId): StepId {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of the step that runs the workflow of this step; `""`: the outermost one. */
export function scopeOf(path: StepId): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "" : path.slice(0, end);
}

/** The workflow whose steps have this path before their ids; `undefined`: it leads to none. */
export function workflowAt(workflow: Workflow, scope: string): Workflow | undefined {
  return scope === "" ? workflow : inlinedIn(findStep(workflow, scope));
}

export function findStep(workflow: Workflow, path: StepId): Step | undefined {
  const steps = (path.includes("/") ? workflowAt(workflow, scopeOf(path)) : workflow)?.steps;
  const id = localId(path);
  return steps !== undefined && Object.hasOwn(steps, id) ? steps[id] : undefined;
}

/** Every step with its path, those of an inlined workflow behind the step that runs it. */
export function allSteps(workflow: Pick<Workflow, "steps">, scope = ""): readonly (readonly [StepId, Step])[] {
  return Object.entries(workflow.steps).flatMap(([id, step]) => {
    const path = pathIn(scope, id);
    const inner = inlinedIn(step);
    return [[path, step] as const, ...(inner === undefined ? [] : allSteps(inner, path))];
  });
}

/** Keys from the document down to the step, for a JSON pointer. */
export function documentPath(path: StepId): readonly string[] {
  return path.split("/").flatMap((id, depth) => [...(depth > 0 ? ["config", "workflow"] : []), "steps", id]);
}
