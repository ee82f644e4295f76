import type { JsonObject } from "./json.ts";
import { allSteps, inlinedIn } from "./subWorkflows.ts";
import type { Step, StepOf, Workflow } from "./workflow.ts";

/** Ids of the stored workflows that steps name, each once, also inside of inlined ones. */
export function referencedIn(workflow: Workflow): readonly string[] {
  const ids = allSteps(workflow).flatMap(([, step]) => {
    const id = step.kind === "workflow" ? step.config.workflow : undefined;
    return typeof id === "string" && id !== "" ? [id] : [];
  });
  return [...new Set(ids)];
}

/** The workflow as a file carries it to another place: with all that its steps name, however deep (`formats.md` §3). */
export async function carryWorkflows(
  workflow: Workflow,
  load: (id: string) => Promise<Workflow | null>,
): Promise<Workflow> {
  const carried = new Map<string, Workflow>();
  const waiting = [...referencedIn(workflow)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (carried.has(id)) continue;
    const found = await load(id);
    if (found === null) continue;
    carried.set(id, found);
    waiting.push(...referencedIn(found));
  }
  if (carried.size === 0) return workflow;
  return { ...workflow, workflows: { ...workflow.workflows, ...Object.fromEntries(carried) } };
}

/**
 * What a file brings: the workflow and those that it carries, each under an id of its own that `newId` makes, and named
 * by it. The workflow itself is the last.
 */
export function unpackWorkflows(
  workflow: Workflow,
  newId: () => string,
): readonly { readonly id: string; readonly workflow: Workflow }[] {
  const { workflows = {}, ...own } = workflow;
  const ids = new Map(Object.keys(workflows).map((id) => [id, newId()]));
  const rename = (id: string) => ids.get(id) ?? id;
  const brought = Object.entries(workflows).map(([id, each]) => ({ id: rename(id), workflow: renamed(each, rename) }));
  return [...brought, { id: newId(), workflow: renamed(own, rename) }];
}

function renamed(workflow: Workflow, rename: (id: string) => string): Workflow {
  if (!Object.values(workflow.steps).some(({ kind }) => kind === "workflow")) return workflow;
  const steps = Object.entries(workflow.steps).map(([id, step]): [string, Step] => {
    if (step.kind !== "workflow") return [id, step];
    const inner = inlinedIn(step);
    return [id, withWorkflow(step, inner ? renamed(inner, rename) : rename(String(step.config.workflow)))];
  });
  return { ...workflow, steps: Object.fromEntries(steps) };
}

function withWorkflow(step: StepOf<"workflow">, workflow: Workflow | string): Step {
  return { ...step, config: { ...step.config, workflow: workflow as unknown as JsonObject | string } };
}
