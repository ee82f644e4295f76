import type { Condition } from "../condition.ts";
import { kinds, portsOf, typesOf } from "../kinds.ts";
import { freeStepId, isStepId } from "../names.ts";
import { renameStepIn } from "../references.ts";
import { sourcesOf } from "../sources.ts";
import { startNode } from "../wires.ts";
import type { Point, PortName, Step, StepConfigs, StepFields, StepId, StepKind, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Attempted, Edit } from "./edit.ts";
import { dropUnemitted, followName, forgetUnheardErrors, giveOwnType } from "./eventTypes.ts";
import { becomesTask, canBeTask } from "./tasks.ts";
import { connect } from "./wiring.ts";

export interface NewStep {
  readonly kind: StepKind;
  readonly at: Point;
  /** What the id begins with. Left out: the kind. */
  readonly id?: string;
  readonly config?: Step["config"];
  /** A wire was dropped on the empty canvas: the new step hangs on it. */
  readonly connectFrom?: { readonly from: StepId; readonly port: PortName };
  /** A wire was pulled backwards from this step: the new one leads to it by its first port. */
  readonly leadsTo?: StepId;
}

/** How kinds begin behind a start that gives them nothing: what they would hand on of it is nothing, and the run would end there. */
const ofNothing: { readonly [K in StepKind]?: Step["config"] } = {
  code: { source: 'export default (event, ctx) => {\n  return "Hello";\n};\n' },
  transform: { expression: '"Hello"' },
};

/**
 * A new step at the end of the declaration order, with an event type for every port but `error`: an `error` port
 * with a type takes failures away from the run, so it gets one only with its first wire. Hung on the result of a
 * task it is a task that needs it.
 */
export function addStep(
  workflow: Workflow,
  { kind, at, id: base, config, connectFrom, leadsTo }: NewStep,
): { readonly edit: Edit; readonly id: StepId } {
  const draft = new Draft(workflow);
  const id = freeStepId(workflow, base ?? kind);
  const gathers = kind === "join" ? { join: "one-of-each" } : {};
  const isTask =
    (connectFrom !== undefined && becomesTask(workflow, kind, connectFrom)) ||
    (leadsTo !== undefined && workflow.steps[leadsTo]?.needs !== undefined && canBeTask(kind));
  const trigger = isTask ? { needs: [] } : { accepts: [] };
  const isFirst = connectFrom?.from === startNode && workflow.input === undefined;
  const newConfig = (isFirst ? ofNothing[kind] : undefined) ?? kinds[kind].newConfig;
  draft.set(["steps", id], { kind, ...trigger, ...gathers, config: config ?? newConfig });
  draft.set(["layout", "steps", id], rounded(at));
  const step = draft.workflow.steps[id] as Step;
  for (const port of portsOf(step)) {
    if (port !== "error" && !isTask) giveOwnType(draft, id, port);
  }
  if (connectFrom) {
    const connected = connect(draft.workflow, { ...connectFrom, to: id });
    if (connected.ok) draft.include(connected.edit);
  }
  const port = portsOf(step).find((port) => port !== "error");
  if (leadsTo !== undefined && port !== undefined) {
    const connected = connect(draft.workflow, { from: id, port, to: leadsTo });
    if (connected.ok) draft.include(connected.edit);
  }
  return { edit: draft.edit("add step"), id };
}

/** Removes steps with their wires. What still mentions them is left for the problems panel. */
export function removeSteps(workflow: Workflow, ids: readonly StepId[]): Edit {
  const draft = new Draft(workflow);
  const emitted = new Set<string>();
  for (const id of ids) {
    const step = workflow.steps[id];
    if (step === undefined) continue;
    for (const port of portsOf(step)) for (const type of typesOf(step, port)) emitted.add(type);
    draft.set(["steps", id], undefined);
    draft.set(["layout", "steps", id], undefined);
  }
  dropUnemitted(draft, emitted);
  forgetUnheardErrors(draft, workflow);
  for (const [id, step] of Object.entries(draft.workflow.steps)) {
    const needs = step.needs?.filter((need) => !ids.includes(need));
    if (needs && needs.length !== step.needs?.length) draft.set(["steps", id, "needs"], needs);
  }
  draft.workflow.layout?.groups?.forEach((group, i) => {
    const steps = group.steps.filter((id) => !ids.includes(id));
    if (steps.length !== group.steps.length) draft.set(["layout", "groups", i, "steps"], steps);
  });
  return draft.edit(ids.length === 1 ? "delete step" : "delete steps");
}

/** Renames a step with everything that names it, and its automatic event types. */
export function renameStep(workflow: Workflow, from: StepId, to: StepId): Attempted {
  if (from === to) return { ok: true, edit: { label: "rename step", changes: [] } };
  if (!isStepId(to)) {
    return { ok: false, message: "An id begins with a small letter and goes on with small letters, digits, _ or -." };
  }
  if (Object.hasOwn(workflow.steps, to)) return { ok: false, message: `There is a step \`${to}\` already.` };
  const draft = new Draft(workflow);
  draft.rename(["steps", from], to);
  draft.rename(["layout", "steps", from], to);
  for (const [id, step] of Object.entries(draft.workflow.steps)) {
    if (step.needs?.includes(from)) {
      draft.set(
        ["steps", id, "needs"],
        step.needs.map((need) => (need === from ? to : need)),
      );
    }
    if (step.when) draft.replace(["steps", id, "when"], renameInCondition(step.when, from, to));
    if (step.kind === "branch") {
      step.config.cases.forEach(({ when }, i) => {
        if (typeof when !== "string") {
          draft.replace(["steps", id, "config", "cases", i, "when"], renameInCondition(when, from, to));
        }
      });
    }
    for (const source of sourcesOf(step)) {
      draft.set(["steps", id, ...source.path], renameStepIn(source, from, to));
    }
  }
  for (const [name, { from: source }] of Object.entries(workflow.exports ?? {})) {
    if (source === from) draft.set(["exports", name, "from"], to);
  }
  for (const [name, { steps }] of Object.entries(workflow.hooks ?? {})) {
    if (!steps?.includes(from)) continue;
    const observed = steps.map((id) => (id === from ? to : id));
    draft.set(["hooks", name, "steps"], observed);
  }
  workflow.layout?.groups?.forEach((group, i) => {
    if (!group.steps.includes(from)) return;
    const steps = group.steps.map((id) => (id === from ? to : id));
    draft.set(["layout", "groups", i, "steps"], steps);
  });
  for (const port of portsOf(draft.workflow.steps[to] as Step))
    followName(draft, { step: to, port }, { step: from, port });
  return { ok: true, edit: draft.edit("rename step") };
}

/** Sets fields that every kind has; `undefined` removes one. */
export function changeStep(
  workflow: Workflow,
  id: StepId,
  fields: { readonly [F in keyof StepFields]?: StepFields[F] | undefined },
  label = "change step",
): Edit {
  const draft = new Draft(workflow);
  for (const [field, value] of Object.entries(fields)) draft.set(["steps", id, field], value);
  return draft.edit(label);
}

/** Sets a step's config as a whole; ports that come, go or are renamed with it take their wires along. */
export function changeConfig<K extends StepKind>(
  workflow: Workflow,
  id: StepId,
  config: StepConfigs[K],
  label = "change step",
): Edit {
  const before = workflow.steps[id];
  if (before === undefined) throw new Error(`There is no step ${id}`);
  const draft = new Draft(workflow);
  for (const key of Object.keys(before.config)) {
    if (!Object.hasOwn(config, key)) draft.set(["steps", id, "config", key], undefined);
  }
  for (const [key, value] of Object.entries(config)) draft.set(["steps", id, "config", key], value);
  reconcilePorts(draft, id, fixedPorts(before), fixedPorts(draft.workflow.steps[id] as Step));
  return draft.edit(label);
}

/** A further port of a kind that may have its own. */
export function addPort(workflow: Workflow, id: StepId, port: PortName): Edit {
  const draft = new Draft(workflow);
  giveOwnType(draft, id, port);
  return draft.edit("add port");
}

export function removePort(workflow: Workflow, id: StepId, port: PortName): Edit {
  const draft = new Draft(workflow);
  forgetPort(draft, id, port);
  return draft.edit("remove port");
}

export function renamePort(workflow: Workflow, id: StepId, from: PortName, to: PortName): Edit {
  const draft = new Draft(workflow);
  movePort(draft, id, from, to);
  return draft.edit("rename port");
}

/** Ports that the kind and its config make, without those that the step names by itself. */
function fixedPorts(step: Step): readonly PortName[] {
  return portsOf({ ...step, emits: {}, batches: {} }).filter((port) => port !== "error");
}

function reconcilePorts(draft: Draft, id: StepId, before: readonly PortName[], after: readonly PortName[]): void {
  const gone = before.filter((port) => !after.includes(port));
  const come = after.filter((port) => !before.includes(port));
  // Same number of ports: one that changed in its place was renamed.
  const renamed = before.length === after.length && gone.length === come.length;
  if (renamed) {
    before.forEach((port, i) => {
      const next = after[i] as PortName;
      if (gone.includes(port) && come.includes(next)) movePort(draft, id, port, next);
    });
  }
  for (const port of gone) forgetPort(draft, id, port);
  for (const port of come) {
    if (typesOf(draft.workflow.steps[id] as Step, port).length === 0) giveOwnType(draft, id, port);
  }
}

function movePort(draft: Draft, id: StepId, from: PortName, to: PortName): void {
  for (const field of ["emits", "batches"] as const) {
    const types = draft.workflow.steps[id]?.[field];
    if (types && Object.hasOwn(types, from) && !Object.hasOwn(types, to)) draft.rename(["steps", id, field, from], to);
  }
  followName(draft, { step: id, port: to }, { step: id, port: from });
}

function forgetPort(draft: Draft, id: StepId, port: PortName): void {
  const step = draft.workflow.steps[id] as Step;
  const types = [step.emits, step.batches].flatMap((record) =>
    record && Object.hasOwn(record, port) ? [record[port] as string] : [],
  );
  for (const field of ["emits", "batches"] as const) draft.set(["steps", id, field, port], undefined);
  dropUnemitted(draft, types);
}

function renameInCondition(condition: Condition, from: StepId, to: StepId): Condition {
  if ("all" in condition) return { all: condition.all.map((inner) => renameInCondition(inner, from, to)) };
  if ("any" in condition) return { any: condition.any.map((inner) => renameInCondition(inner, from, to)) };
  if ("not" in condition) return { not: renameInCondition(condition.not, from, to) };
  const key = (["status", "exit", "output", "step"] as const).find((name) => name in condition);
  if (key === undefined || (condition as Record<string, unknown>)[key] !== from) return condition;
  return { ...condition, [key]: to } as Condition;
}

function rounded({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}
