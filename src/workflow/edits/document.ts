import { isEventType } from "../names.ts";
import { outputsOf } from "../wires.ts";
import type { EventType, PortName, StepId, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Attempted, Edit } from "./edit.ts";
import { emittingField, renameType } from "./eventTypes.ts";

/** Sets fields of the document (the start's input form, limits, name, …); `undefined` removes one. */
export function changeWorkflow(
  workflow: Workflow,
  fields: { readonly [F in Exclude<keyof Workflow, "format" | "steps">]?: Workflow[F] | undefined },
  label = "change workflow",
): Edit {
  const draft = new Draft(workflow);
  for (const [field, value] of Object.entries(fields)) draft.set([field], value);
  return draft.edit(label);
}

/** Makes the document another one, whole, as one step of undo: an earlier version that is restored. */
export function becomeWorkflow(workflow: Workflow, other: Workflow, label: string): Edit {
  const draft = new Draft(workflow);
  for (const key of Object.keys(workflow)) if (!Object.hasOwn(other, key)) draft.set([key], undefined);
  for (const [key, value] of Object.entries(other)) {
    if (Object.hasOwn(workflow, key)) draft.replace([key], value);
    else draft.set([key], value);
  }
  return draft.edit(label);
}

/** Names what leaves a port. Its wires follow when no other port emits the old type. */
export function setEventType(
  workflow: Workflow,
  at: { readonly step: StepId; readonly port: PortName },
  type: EventType,
): Attempted {
  if (!isEventType(type)) {
    return { ok: false, message: "An event type begins with a capital letter and goes on with letters and digits." };
  }
  const draft = new Draft(workflow);
  const outputs = outputsOf(workflow);
  const old = outputs.find(({ from, port }) => from === at.step && port === at.port)?.type;
  const alone = outputs.filter((output) => output.type === old).length === 1;
  if (old !== undefined && alone && !workflow.events?.[type]) renameType(draft, old, type);
  else draft.set(["steps", at.step, emittingField(draft, at.step, at.port), at.port], type);
  return { ok: true, edit: draft.edit("rename event") };
}
