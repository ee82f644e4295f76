import type { JsonObject } from "./json.ts";
import { jsonPointer } from "./jsonPointer.ts";
import type { Problem } from "./problem.ts";
import { documentPath, inlinedIn, pathIn } from "./subWorkflows.ts";
import type { Step, Workflow } from "./workflow.ts";

/** A workflow that was found by its id. `key` names it the same way whoever refers to it, so that circles are seen. */
export interface FoundWorkflow {
  readonly key: string;
  readonly workflow: Workflow;
}

/** The settings of the step say it, too. */
export const notChosen = "Choose a workflow.";

/** `from`: the key of the workflow that refers to it; `undefined`: the outermost one. Answers why there is none. */
export type FindWorkflow = (id: string, from: string | undefined) => Promise<FoundWorkflow | string>;

export type Inlined =
  | { readonly ok: true; readonly workflow: Workflow }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * The workflow as a run is frozen (`formats.md` §1): every workflow that a step names by its id stands in the step
 * itself, and what the file carried along is gone. The file's own come before those that `find` knows. Nothing is
 * found twice on one way down: a workflow cannot run itself.
 */
export async function inlineWorkflows(
  workflow: Workflow,
  find: FindWorkflow,
  /** The key of `workflow` itself, when others may refer to it. */
  key?: string,
): Promise<Inlined> {
  const problems: Problem[] = [];
  const way = [{ key, name: nameOf(workflow) }];
  const inlined = await inlineSteps(workflow, { scope: "", way, find: carriedFirst(workflow, find), problems });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, workflow: inlined };
}

interface Place {
  readonly scope: string;
  /** The workflows from the outermost one to this. */
  readonly way: readonly { readonly key: string | undefined; readonly name: string }[];
  readonly find: FindWorkflow;
  readonly problems: Problem[];
}

async function inlineSteps(workflow: Workflow, place: Place): Promise<Workflow> {
  if (workflow.workflows === undefined && !Object.values(workflow.steps).some(({ kind }) => kind === "workflow")) {
    return workflow;
  }
  const steps: [string, Step][] = [];
  for (const [id, step] of Object.entries(workflow.steps)) {
    steps.push([id, step.kind === "workflow" ? await inlineStep(step, pathIn(place.scope, id), place) : step]);
  }
  const { workflows: _, ...rest } = workflow;
  return { ...rest, steps: Object.fromEntries(steps) };
}

async function inlineStep(step: Extract<Step, { kind: "workflow" }>, path: string, place: Place): Promise<Step> {
  const refuse = (message: string): Step => {
    const pointer = jsonPointer([...documentPath(path), "config", "workflow"]);
    place.problems.push({ rule: "V8", severity: "error", pointer, message, step: path });
    return step;
  };
  const inner = inlinedIn(step);
  const id = step.config.workflow;
  if (inner !== undefined) {
    const way = [...place.way, { key: undefined, name: nameOf(inner) }];
    return withWorkflow(
      step,
      await inlineSteps(inner, { ...place, scope: path, way, find: carriedFirst(inner, place.find) }),
    );
  }
  if (typeof id !== "string" || id === "") return refuse(notChosen);
  const from = place.way.findLast(({ key }) => key !== undefined)?.key;
  const found = await place.find(id, from);
  if (typeof found === "string") return refuse(found);
  const name = nameOf(found.workflow);
  const again = place.way.findIndex(({ key }) => key === found.key);
  if (again >= 0) {
    const circle = [...place.way.slice(again).map((each) => each.name), name].map((each) => `“${each}”`).join(" → ");
    return refuse(`A workflow cannot run itself: ${circle}. Choose another workflow in one of these steps.`);
  }
  const way = [...place.way, { key: found.key, name }];
  const find = carriedFirst(found.workflow, place.find);
  return withWorkflow(step, await inlineSteps(found.workflow, { ...place, scope: path, way, find }));
}

/** What a file carries along comes before what stands elsewhere. */
function carriedFirst(workflow: Workflow, find: FindWorkflow): FindWorkflow {
  const { workflows } = workflow;
  if (workflows === undefined) return find;
  return async (id, from) => {
    const carried = Object.hasOwn(workflows, id) ? workflows[id] : undefined;
    return carried === undefined ? find(id, from) : { key: id, workflow: carried };
  };
}

function withWorkflow(step: Extract<Step, { kind: "workflow" }>, workflow: Workflow): Step {
  return { ...step, config: { ...step.config, workflow: workflow as unknown as JsonObject } };
}

function nameOf({ name }: Workflow): string {
  return name ?? "a workflow without a name";
}
