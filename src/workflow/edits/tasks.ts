import { portsOf, typesOf } from "../kinds.ts";
import { outputsOf } from "../wires.ts";
import type { PortName, Step, StepId, StepKind, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Edit } from "./edit.ts";
import { forgetUnheardErrors, giveOwnType } from "./eventTypes.ts";

/** A join gathers events and a stop ends what events began: neither has a sense without one. */
export function canBeTask(kind: StepKind): boolean {
  return kind !== "join" && kind !== "stop";
}

/** What a task leads to by its result is a task, too; but for kinds whose events are what they are there for. */
const eventKinds: ReadonlySet<StepKind> = new Set(["join", "stop", "branch", "fan-out"]);

/** Whether a step of this kind that is hung on this output becomes a task. */
export function becomesTask(
  workflow: Workflow,
  kind: StepKind,
  { from, port }: { readonly from: StepId; readonly port: PortName },
): boolean {
  return port === "done" && workflow.steps[from]?.needs !== undefined && !eventKinds.has(kind);
}

/**
 * Turns a step that events start into a task: it waits for those of its senders that are tasks, and for nothing else.
 * Outputs that nobody accepts lose their types: a task hands its result on by being named.
 */
export function makeTask(workflow: Workflow, id: StepId): Edit {
  const draft = new Draft(workflow);
  const step = workflow.steps[id];
  if (step === undefined || step.needs !== undefined) return draft.edit("make a task");
  const needs = outputsOf(workflow).flatMap(({ from, type }) =>
    from !== id && step.accepts?.includes(type) && workflow.steps[from]?.needs !== undefined ? [from] : [],
  );
  draft.set(["steps", id, "accepts"], undefined);
  draft.set(["steps", id, "join"], undefined);
  draft.set(["steps", id, "needs"], [...new Set(needs)]);
  forgetUnheard(draft, id);
  forgetUnheardErrors(draft, workflow);
  return draft.edit("make a task");
}

/**
 * Turns a task into a step that events start: those of the tasks that it waited for. Tasks that waited for it do so no
 * more, because a task waits for tasks only; conditions that look at it are left for the problems panel.
 */
export function makeEventStep(workflow: Workflow, id: StepId): Edit {
  const draft = new Draft(workflow);
  const step = workflow.steps[id];
  if (step?.needs === undefined) return draft.edit("start on events");
  for (const field of ["needs", "when", "allowFailure", "always"]) draft.set(["steps", id, field], undefined);
  draft.set(["steps", id, "accepts"], []);
  for (const need of step.needs) {
    const source = draft.workflow.steps[need];
    if (source === undefined || need === id) continue;
    const port = portsOf(source).find((one) => one !== "error");
    if (port === undefined) continue;
    const type = typesOf(source, port)[0] ?? giveOwnType(draft, need, port);
    const accepts = draft.workflow.steps[id]?.accepts ?? [];
    if (!accepts.includes(type)) draft.set(["steps", id, "accepts"], [...accepts, type]);
  }
  for (const [other, { needs }] of Object.entries(draft.workflow.steps)) {
    if (needs?.includes(id))
      draft.set(
        ["steps", other, "needs"],
        needs.filter((need) => need !== id),
      );
  }
  const now = draft.workflow.steps[id] as Step;
  for (const port of portsOf(now)) {
    if (port !== "error" && typesOf(now, port).length === 0) giveOwnType(draft, id, port);
  }
  return draft.edit("start on events");
}

/** What a task may still wait for: other tasks that do not wait for it. In declaration order. */
export function possibleNeeds(workflow: Pick<Workflow, "steps">, id: StepId): readonly StepId[] {
  const { needs = [] } = workflow.steps[id] ?? {};
  return Object.entries(workflow.steps).flatMap(([other, step]) =>
    other !== id && step.needs !== undefined && !needs.includes(other) && !waitsFor(workflow, other, id) ? [other] : [],
  );
}

/** Whether a task waits for another, directly or through others. */
export function waitsFor(workflow: Pick<Workflow, "steps">, task: StepId, other: StepId): boolean {
  const found = new Set<StepId>(workflow.steps[task]?.needs ?? []);
  for (const need of found) for (const further of workflow.steps[need]?.needs ?? []) found.add(further);
  return found.has(other);
}

/** Takes the types that no step accepts from a step's outputs; an output that is there only by its type keeps it. */
function forgetUnheard(draft: Draft, id: StepId): void {
  const accepted = new Set(Object.values(draft.workflow.steps).flatMap(({ accepts }) => accepts ?? []));
  const step = draft.workflow.steps[id] as Step;
  const fixed = portsOf({ ...step, emits: {}, batches: {} });
  for (const field of ["emits", "batches"] as const) {
    const types = Object.entries(step[field] ?? {});
    const unheard = types.filter(([port, type]) => fixed.includes(port) && !accepted.has(type));
    if (unheard.length > 0 && unheard.length === types.length) draft.set(["steps", id, field], undefined);
    else for (const [port] of unheard) draft.set(["steps", id, field, port], undefined);
  }
}
