import { kindOf } from "../../workflow/kinds.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { inputFields } from "../canvas/canvasNodes.ts";

/** A value that a template or expression of a step can name. */
export interface Insertable {
  readonly expression: string;
  readonly about: string;
  readonly group: string;
}

/** What an expression of step `id` can look at (the roots of `formats.md` §1), the nearest first. */
export function insertables(workflow: Workflow, id: StepId): readonly Insertable[] {
  const inputs = inputFields(workflow).map((field) => field.split(": ")[0] ?? field);
  const earlier = earlierSteps(workflow, id);
  return [
    { expression: "event.data", about: "what this step was started with", group: "This step" },
    ...inputs.map((name) => ({
      expression: `input.${quoted(name)}`,
      about: "field of the start form",
      group: "Input",
    })),
    ...(inputs.length === 0 ? [{ expression: "input", about: "what the run was started with", group: "Input" }] : []),
    ...earlier.flatMap((other) => {
      const step = workflow.steps[other];
      if (step === undefined) return [];
      const root = `steps.${quoted(other)}`;
      const group = step.title === undefined ? other : `${step.title} (${other})`;
      return step.kind === "command"
        ? [
            { expression: `${root}.data.stdout`, about: "what it wrote", group },
            { expression: `${root}.exit`, about: "its exit code", group },
          ]
        : [{ expression: `${root}.data`, about: `what the ${kindOf(step).title.toLowerCase()} step handed on`, group }];
    }),
    { expression: "store", about: "the store of the run", group: "Run" },
    { expression: "run.id", about: "the id of the run", group: "Run" },
    { expression: "attempt", about: "the number of the attempt, from 1", group: "Run" },
  ];
}

/** A name as an expression writes it: in backticks when it holds more than letters, digits and `_`. */
function quoted(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name}\``;
}

/** The steps whose results can reach `id` along the wires, the nearest first; all others while it has no wires. */
export function earlierSteps(workflow: Pick<Workflow, "steps">, id: StepId): readonly StepId[] {
  const wires = wiresOf(workflow);
  const found = new Set<StepId>([id]);
  for (const step of found) for (const wire of wires) if (wire.to === step) found.add(wire.from);
  found.delete(id);
  found.delete(startNode);
  if (found.size > 0 || wires.some((wire) => wire.to === id)) return [...found];
  return Object.keys(workflow.steps).filter((other) => other !== id && workflow.steps[other]?.kind !== "stop");
}
