import { readJsonText } from "../jsonText.ts";
import { automaticType, freeStepId, freeType, isAutomaticType, typesIn } from "../names.ts";
import { parseWorkflow } from "../parseWorkflow.ts";
import { outputsOf } from "../wires.ts";
import { type Point, type Step, type StepId, type Workflow, workflowFormat } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Edit } from "./edit.ts";
import { renameType } from "./eventTypes.ts";
import { addGroup, addNote, freeLayoutId } from "./layout.ts";
import { renameStep } from "./steps.ts";

/** What is copied: steps, notes, and frames with the steps in them. */
export interface Chosen {
  readonly steps: readonly StepId[];
  readonly notes?: readonly string[];
  readonly groups?: readonly string[];
}

/** Steps on the clipboard: a workflow of their own, so that any workflow can take them and one parser reads them. */
export function copySteps(workflow: Workflow, chosen: Chosen): Workflow {
  const { layout } = workflow;
  const groups = (layout?.groups ?? []).filter(({ id }) => chosen.groups?.includes(id));
  const notes = (layout?.notes ?? []).filter(({ id }) => chosen.notes?.includes(id));
  const ids = new Set([...chosen.steps, ...groups.flatMap(({ steps }) => steps)]);
  const isCopied = ([id]: readonly [string, unknown]) => ids.has(id);
  const steps = Object.fromEntries(Object.entries(workflow.steps).filter(isCopied));
  const points = Object.fromEntries(Object.entries(layout?.steps ?? {}).filter(isCopied));
  return {
    format: workflowFormat,
    name: "steps",
    steps,
    layout: {
      steps: points,
      ...(notes.length > 0 && { notes }),
      ...(groups.length > 0 && { groups }),
    },
  };
}

/** Reads the clipboard; `undefined`: it holds nothing of ours, or nothing that would arrive as it is written. */
export function readCopiedSteps(text: string): Workflow | undefined {
  const { value, findings } = readJsonText(text);
  if (value === undefined || findings.length > 0) return undefined;
  const parsed = parseWorkflow(value);
  if (!parsed.ok) return undefined;
  const { steps, layout } = parsed.value;
  const count = Object.keys(steps).length + (layout?.notes?.length ?? 0) + (layout?.groups?.length ?? 0);
  return count > 0 ? parsed.value : undefined;
}

export interface Pasted {
  readonly edit: Edit;
  readonly ids: readonly StepId[];
  readonly notes: readonly string[];
  readonly groups: readonly string[];
}

/**
 * Adds copied steps, notes and frames, moved by `by`, under free ids and event types of their own. Wires among the
 * steps stay; what they accepted from steps outside is dropped, but for the start of a workflow that nothing begins yet.
 */
export function pasteSteps(workflow: Workflow, copied: Workflow, by: Point): Pasted {
  const renamed = withFreeNames(workflow, copied);
  const types = new Set(outputsOf(renamed).map(({ type }) => type));
  const isBegun = ({ accepts, needs }: Step) => accepts?.includes("Start") === true || needs !== undefined;
  if (Object.values(workflow.steps).some(isBegun)) types.delete("Start");
  const draft = new Draft(workflow);
  const moved = <T extends Point>(thing: T): T => ({
    ...thing,
    x: Math.round(thing.x + by.x),
    y: Math.round(thing.y + by.y),
  });
  for (const [id, step] of Object.entries(renamed.steps)) {
    draft.set(["steps", id], {
      ...step,
      ...(step.accepts && { accepts: step.accepts.filter((type) => types.has(type)) }),
      ...(step.needs && { needs: step.needs.filter((need) => Object.hasOwn(renamed.steps, need)) }),
    });
    const { x, y } = moved(renamed.layout?.steps?.[id] ?? { x: 0, y: 0 });
    draft.set(["layout", "steps", id], { x, y });
  }
  const notes = (renamed.layout?.notes ?? []).map((note) => {
    const id = freeLayoutId(draft.workflow, "note");
    draft.include(addNote(draft.workflow, { ...moved(note), id }));
    return id;
  });
  const groups = (renamed.layout?.groups ?? []).map((group) => {
    const id = freeLayoutId(draft.workflow, "group");
    const steps = group.steps.filter((step) => Object.hasOwn(renamed.steps, step));
    draft.include(addGroup(draft.workflow, { ...moved(group), id, steps }));
    return id;
  });
  return { edit: draft.edit("paste"), ids: Object.keys(renamed.steps), notes, groups };
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
