import { readJsonText } from "../jsonText.ts";
import { automaticType, freeStepId, freeType, isAutomaticType, typesIn } from "../names.ts";
import { parseWorkflow } from "../parseWorkflow.ts";
import { outputsOf } from "../wires.ts";
import { type Point, type StepId, type Workflow, workflowFormat } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Edit } from "./edit.ts";
import { renameType } from "./eventTypes.ts";
import { renameStep } from "./steps.ts";

/** Steps on the clipboard: a workflow of their own, so that any workflow can take them and one parser reads them. */
export function copySteps(workflow: Workflow, ids: readonly StepId[]): Workflow {
  const isCopied = ([id]: readonly [string, unknown]) => ids.includes(id);
  const steps = Object.fromEntries(Object.entries(workflow.steps).filter(isCopied));
  const points = Object.fromEntries(Object.entries(workflow.layout?.steps ?? {}).filter(isCopied));
  return { format: workflowFormat, name: "steps", steps, layout: { steps: points } };
}

/** Reads the clipboard; `undefined`: it holds no steps of ours, or none that would arrive as they are written. */
export function readCopiedSteps(text: string): Workflow | undefined {
  const { value, findings } = readJsonText(text);
  if (value === undefined || findings.length > 0) return undefined;
  const parsed = parseWorkflow(value);
  return parsed.ok && Object.keys(parsed.value.steps).length > 0 ? parsed.value : undefined;
}

/**
 * Adds copied steps, moved by `by`, under free ids and event types of their own. Wires among them stay; what they
 * accepted from steps outside is dropped.
 */
export function pasteSteps(
  workflow: Workflow,
  copied: Workflow,
  by: Point,
): { readonly edit: Edit; readonly ids: readonly StepId[] } {
  const renamed = withFreeNames(workflow, copied);
  const types = new Set(outputsOf(renamed).map(({ type }) => type));
  types.delete("Start");
  const draft = new Draft(workflow);
  for (const [id, step] of Object.entries(renamed.steps)) {
    draft.set(["steps", id], {
      ...step,
      ...(step.accepts && { accepts: step.accepts.filter((type) => types.has(type)) }),
      ...(step.needs && { needs: step.needs.filter((need) => Object.hasOwn(renamed.steps, need)) }),
    });
    const point = renamed.layout?.steps?.[id] ?? { x: 0, y: 0 };
    draft.set(["layout", "steps", id], { x: Math.round(point.x + by.x), y: Math.round(point.y + by.y) });
  }
  return { edit: draft.edit("paste"), ids: Object.keys(renamed.steps) };
}

/** The copied steps with ids and event types that neither they nor the workflow have yet. */
function withFreeNames(workflow: Workflow, copied: Workflow): Workflow {
  const draft = new Draft(copied);
  for (const id of Object.keys(copied.steps)) {
    if (!Object.hasOwn(workflow.steps, id)) continue;
    const free = freeStepId({ steps: { ...workflow.steps, ...draft.workflow.steps } }, id.replace(/_\d+$/, ""));
    const renaming = renameStep(draft.workflow, id, free);
    if (renaming.ok) draft.include(renaming.edit);
  }
  const taken = typesIn(workflow);
  for (const { from, port, type } of outputsOf(draft.workflow).slice(1)) {
    if (!taken.has(type) || type === "Stop") continue;
    const all = new Set([...taken, ...typesIn(draft.workflow)]);
    renameType(draft, type, freeType(isAutomaticType(type, from, port) ? automaticType(from, port) : type, all));
  }
  return draft.workflow;
}
