import { Draft } from "./edits/draft.ts";
import { giveOwnType } from "./edits/eventTypes.ts";
import { portsOf, typesOf } from "./kinds.ts";
import { wiresOf } from "./wires.ts";
import type { Step, StepId, Workflow } from "./workflow.ts";

/**
 * The part of a workflow that leads to a step, the step itself the last: everything that can bring it to work, and
 * nothing behind it. In a circle the step hands on to nobody, so that it is the end there, too. Observers (hooks) hear
 * nothing of a part.
 */
export function upToStep(workflow: Workflow, target: StepId): Workflow {
  const kept = leadingTo(workflow, target);
  const { exports: _, hooks: __, ...rest } = workflow;
  const steps = Object.fromEntries(Object.entries(workflow.steps).filter(([id]) => kept.has(id)));
  const draft = new Draft({ ...rest, steps });
  const step = steps[target];
  if (step !== undefined) endAt(draft, target, step);
  forgetUnheardErrors(draft);
  const { layout } = draft.workflow;
  if (layout === undefined) return draft.workflow;
  const places = Object.entries(layout.steps ?? {}).filter(([id]) => kept.has(id));
  return { ...draft.workflow, layout: { ...layout, steps: Object.fromEntries(places), notes: [], groups: [] } };
}

function leadingTo(workflow: Workflow, target: StepId): ReadonlySet<StepId> {
  const wires = wiresOf(workflow);
  const found = new Set<StepId>([target]);
  for (const id of found) {
    for (const { from, to } of wires) if (to === id && Object.hasOwn(workflow.steps, from)) found.add(from);
  }
  return found;
}

/** Gives the outputs of the last step types of their own wherever somebody who is left would take them. */
function endAt(draft: Draft, target: StepId, step: Step): void {
  const heard = heardIn(draft.workflow);
  for (const port of portsOf(step))
    if (typesOf(step, port).some((type) => heard.has(type))) giveOwnType(draft, target, port);
}

/** A failure that nobody who is left would take ends the run, instead of passing unseen. */
function forgetUnheardErrors(draft: Draft): void {
  const heard = heardIn(draft.workflow);
  for (const [id, { emits }] of Object.entries(draft.workflow.steps)) {
    const type = emits?.error;
    if (type !== undefined && !heard.has(type)) draft.set(["steps", id, "emits", "error"], undefined);
  }
}

function heardIn(workflow: Workflow): ReadonlySet<string> {
  return new Set(Object.values(workflow.steps).flatMap(({ accepts }) => accepts ?? []));
}
