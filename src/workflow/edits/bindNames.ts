import { anyOfThem, secretsOf } from "../permissions.ts";
import { allSteps, documentPath } from "../subWorkflows.ts";
import type { Step, Workflow } from "../workflow.ts";
import type { Change, Edit } from "./edit.ts";

/** What a workflow calls by a name that another machine may not have; each once, in the order of the steps. */
export interface NamesOfMachine {
  readonly workspaces: readonly string[];
  readonly models: readonly string[];
  readonly secrets: readonly string[];
}

/** Of one workflow, or of several together. */
export function namesOfMachine(...workflows: readonly Pick<Workflow, "steps">[]): NamesOfMachine {
  const steps = workflows.flatMap((workflow) => allSteps(workflow).map(([, step]) => step));
  const named = (kind: Bound) => unique(steps.map((step) => nameIn(step, kind)));
  return {
    workspaces: named("workspace"),
    models: named("model"),
    secrets: unique(steps.flatMap(secretsOf)).filter((name) => name !== anyOfThem),
  };
}

/** Old name → the one in its place; `null`: whatever the runner's default is. Names that are left out stay. */
export interface Bindings {
  readonly workspace: ReadonlyMap<string, string | null>;
  readonly model: ReadonlyMap<string, string | null>;
}

/** Gives all steps that call a workspace or model by one of these names another one. */
export function bindNames(workflow: Pick<Workflow, "steps">, bindings: Bindings): Edit {
  const changes = allSteps(workflow).flatMap(([path, step]) =>
    (["workspace", "model"] as const).flatMap((kind): Change[] => {
      const name = nameIn(step, kind);
      const bound = name === undefined ? undefined : bindings[kind].get(name);
      if (bound === undefined || bound === name) return [];
      const at = [...documentPath(path), "config", kind];
      return [bound === null ? { kind: "delete", path: at } : { kind: "set", path: at, value: bound }];
    }),
  );
  return { label: "make it yours", changes };
}

type Bound = "workspace" | "model";

function nameIn(step: Step, kind: Bound): string | undefined {
  if (kind === "model") return step.kind === "agent" && step.config.via !== "tab" ? step.config.model : undefined;
  return step.kind === "command" || step.kind === "file" ? step.config.workspace : undefined;
}

function unique(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}
