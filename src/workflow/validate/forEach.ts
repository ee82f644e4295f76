import { kindOf } from "../kinds.ts";
import type { Problem } from "../problem.ts";
import type { Step, StepId, StepKind } from "../workflow.ts";
import { atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";

/** Kinds that do no work of their own for an element, and what to do instead. */
const instead: Partial<Readonly<Record<StepKind, string>>> = {
  branch: "Put a fan-out before it, so that each element takes its own way.",
  "fan-out": "It makes a list into events already; remove `forEach`.",
  join: "It gathers what is there already; remove `forEach`.",
  stop: "The run ends once; remove `forEach`.",
};

/** V5 and V8 of `forEach`: the step hands on one list, through `done` (R72). Whether it compiles is found in the sandbox. */
export function checkForEach({ steps }: Graph): readonly Problem[] {
  return steps.flatMap(([id, step]) => (step.forEach === undefined ? [] : checkStep(id, step, step.forEach)));
}

function checkStep(id: StepId, step: Step, forEach: string): readonly Problem[] {
  const found: Problem[] = [];
  const advice = instead[step.kind];
  if (advice !== undefined) {
    const message = `A ${kindOf(step).title} step cannot run for each element. ${advice}`;
    found.push(atStep("V5", id, message, { path: ["forEach"] }));
  }
  if (forEach.trim() === "") {
    found.push(atStep("V8", id, "Say which list: an expression such as `event.data`.", { path: ["forEach"] }));
  }
  if (advice === undefined && step.batches !== undefined && Object.keys(step.batches).length > 0) {
    const message = "With `forEach` the step hands on one list of results, through `done`. Remove `batches`.";
    found.push(atStep("V5", id, message, { path: ["batches"] }));
  }
  return found;
}
