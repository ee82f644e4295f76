import type { Problem } from "./problem.ts";
import { checkBatches, checkCollects } from "./validate/batches.ts";
import { checkReach, checkStart, checkTypes } from "./validate/events.ts";
import { checkFields } from "./validate/fields.ts";
import { checkForEach } from "./validate/forEach.ts";
import { graphOf } from "./validate/graph.ts";
import { checkHooks } from "./validate/hooks.ts";
import { checkSchemas } from "./validate/schemas.ts";
import { checkSettings } from "./validate/settings.ts";
import { checkSubWorkflows } from "./validate/subWorkflows.ts";
import { checkTasks } from "./validate/tasks.ts";
import type { Workflow } from "./workflow.ts";

export interface ValidateOptions {
  /** Every kind may be used: the script finishes what this version could not run. */
  readonly scenario?: boolean;
}

/**
 * Everything that can be said of a workflow without running any of it (`engine.md`, V1–V9): all findings together.
 * Errors stop a run. What needs the sandbox (code that does not parse, expressions) and the runner comes beside it.
 */
export function validateWorkflow(workflow: Workflow, options: ValidateOptions = {}): readonly Problem[] {
  return [...validationParts(workflow, options)].flat();
}

/** The same findings, check by check: who has frames to draw meanwhile can rest between them. */
export function* validationParts(
  workflow: Workflow,
  { scenario = false }: ValidateOptions = {},
): Generator<readonly Problem[]> {
  const graph = graphOf(workflow);
  yield checkStart(graph);
  yield checkTypes(graph);
  yield checkReach(graph);
  yield checkBatches(graph);
  yield checkCollects(graph);
  yield checkFields(graph);
  yield checkForEach(graph);
  yield checkTasks(graph);
  yield checkSchemas(graph);
  yield checkSettings(graph, scenario);
  yield checkHooks(workflow);
  yield checkSubWorkflows(graph, (inner) => validateWorkflow(inner, { scenario }));
}
