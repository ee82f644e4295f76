import { jsonPointer } from "../workflow/jsonPointer.ts";
import { pinnedSteps } from "../workflow/pins.ts";
import type { Problem } from "../workflow/problem.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { boundOutput } from "./completeResults.ts";
import { pinnedResults } from "./pinnedResults.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";

/** Pinned outputs that the schema of their step refuses: a run with pins would fail there, and no other run would. */
export async function checkPins(sandbox: Sandbox, workflow: Workflow): Promise<readonly Problem[]> {
  const found = await Promise.all(pinnedSteps(workflow).map((id) => checkPin(sandbox, workflow, id)));
  return found.flat();
}

async function checkPin(sandbox: Sandbox, workflow: Workflow, id: StepId): Promise<readonly Problem[]> {
  const step = workflow.steps[id];
  // Of a list no element is begun, and it is the elements that the schema binds.
  if (step?.pinned === undefined || step.output === undefined || step.forEach !== undefined) return [];
  const value = boundOutput(pinnedResults(step, {}, step.pinned));
  if (value === undefined) return [];
  const end = await sandbox.compute<"validate">({ kind: "validate", schema: step.output, value });
  const [first] = end.kind === "killed" ? [] : end.value.errors;
  if (first === undefined) return [];
  return [
    {
      rule: "V8",
      severity: "warning",
      pointer: jsonPointer(["steps", id, "pinned"]),
      message: `The pinned output is not what the schema of this step wants, so a run with pins fails here. ${first.pointer === "" ? "It" : first.pointer}: ${first.message} Change it, or pin the output of a newer run.`,
      step: id,
    },
  ];
}
