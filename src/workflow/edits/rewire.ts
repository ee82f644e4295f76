import { portsOf, typesOf } from "../kinds.ts";
import { startNode, type Wire, wiresOf } from "../wires.ts";
import type { Point, PortName, StepId, StepKind, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Attempted, Edit } from "./edit.ts";
import { addStep, removeSteps } from "./steps.ts";
import { connect, disconnect } from "./wiring.ts";

/**
 * Removes steps and closes the line behind them: what a removed step led to by its outputs (but not by `error`) is
 * started by what started the removed step; tasks wait for what the removed task waited for.
 */
export function removeAndHeal(workflow: Workflow, ids: readonly StepId[]): Edit {
  const draft = new Draft(workflow);
  for (const id of ids) {
    const step = draft.workflow.steps[id];
    if (step === undefined) continue;
    const emitted = new Set(portsOf(step).flatMap((port) => (port === "error" ? [] : typesOf(step, port))));
    const behind = Object.entries(draft.workflow.steps).filter(([other]) => other !== id);
    const started = behind.filter(([, { accepts }]) => accepts?.some((type) => emitted.has(type)));
    const waiting = behind.filter(([, { needs }]) => needs?.includes(id));
    const before = (step.accepts ?? []).filter((type) => !emitted.has(type));
    const needed = (step.needs ?? []).filter((need) => need !== id);
    for (const [other, { accepts = [] }] of started)
      draft.set(["steps", other, "accepts"], [...new Set([...accepts, ...before])]);
    for (const [other, { needs = [] }] of waiting)
      draft.set(
        ["steps", other, "needs"],
        [...new Set(needs.flatMap((need) => (need === id ? [id, ...needed] : [need])))],
      );
    draft.include(removeSteps(draft.workflow, [id]));
  }
  return draft.edit(ids.length === 1 ? "delete step, keep the line" : "delete steps, keep the line");
}

/** Whether anything is left to join when these steps are removed. */
export function canHeal(workflow: Pick<Workflow, "steps">, ids: readonly StepId[]): boolean {
  const wires = wiresOf(workflow).filter(({ port }) => port !== "error");
  return (
    wires.some(({ from, to }) => ids.includes(to) && !ids.includes(from)) &&
    wires.some(({ from, to }) => ids.includes(from) && !ids.includes(to))
  );
}

export interface InsertedStep {
  readonly kind: StepKind;
  readonly at: Point;
}

/** Puts a new step into a wire: it takes over what the wire carried and leads on by its first output. */
export function insertStep(
  workflow: Workflow,
  wire: Wire,
  { kind, at }: InsertedStep,
): { readonly edit: Edit; readonly id: StepId } {
  const draft = new Draft(workflow);
  draft.include(disconnect(draft.workflow, wire));
  const { edit, id } = addStep(draft.workflow, { kind, at, connectFrom: { from: wire.from, port: wire.port } });
  draft.include(edit);
  const step = draft.workflow.steps[id];
  const port = step === undefined ? undefined : portsOf(step).find((one) => one !== "error");
  if (port !== undefined) {
    const onward = connect(draft.workflow, { from: id, port, to: wire.to });
    if (onward.ok) draft.include(onward.edit);
  }
  return { edit: draft.edit("insert step"), id };
}

/** Takes one end of a wire to another place. When that is refused nothing changes. */
export function reconnect(
  workflow: Workflow,
  wire: Wire,
  { from, port, to }: { readonly from: StepId; readonly port: PortName; readonly to: StepId },
): Attempted {
  if (from === wire.from && port === wire.port && to === wire.to)
    return { ok: true, edit: { label: "reconnect", changes: [] } };
  if (to === startNode) return { ok: false, message: "Nothing leads to the start of a workflow." };
  const draft = new Draft(workflow);
  draft.include(disconnect(workflow, wire));
  const attempt = connect(draft.workflow, { from, port, to });
  if (!attempt.ok) return attempt;
  draft.include(attempt.edit);
  return { ok: true, edit: draft.edit("reconnect") };
}
