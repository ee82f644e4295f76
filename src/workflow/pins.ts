import type { Json } from "./json.ts";
import { portsOf } from "./kinds.ts";
import type { Step, StepId, StepKind, Workflow } from "./workflow.ts";

/** Kinds whose result is what they are there for: a recorded one would take their sense away. */
const neverPinned: ReadonlySet<StepKind> = new Set(["join", "delay", "stop", "scripted"]);

/** Whether a recorded output can stand for what the step does: it hands on by `done`, without a choice of ports. */
export function canPin(step: Step): boolean {
  return !neverPinned.has(step.kind) && portsOf(step).includes("done");
}

/** The steps whose outputs are pinned, and would be used by a run with pins. */
export function pinnedSteps(workflow: Pick<Workflow, "steps">): readonly StepId[] {
  return Object.entries(workflow.steps).flatMap(([id, step]) =>
    step.pinned !== undefined && step.disabled !== true && canPin(step) ? [id] : [],
  );
}

/**
 * The workflow as it is when these steps do nothing of their own: what a run with pins needs to be allowed. Only for
 * deriving permissions.
 */
export function withoutWorkOf(workflow: Workflow, pins: readonly StepId[]): Workflow {
  if (pins.length === 0) return workflow;
  const steps = Object.entries(workflow.steps).map(([id, step]): [StepId, Step] => {
    if (!pins.includes(id)) return [id, step];
    const { config: _, kind: __, output: ___, ...fields } = step;
    return [id, { ...fields, kind: "transform", config: { expression: "null" } }];
  });
  return { ...workflow, steps: Object.fromEntries(steps) };
}

/** The list that a pinned output of a fan-out stands for; one value is a list of one. */
export function pinnedList(pinned: Json): readonly Json[] {
  return Array.isArray(pinned) ? pinned : [pinned];
}
