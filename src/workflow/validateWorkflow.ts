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
export function validateWorkflow(workflow: Workflow, { scenario = false }: ValidateOptions = {}): readonly Problem[] {
  const graph = graphOf(workflow);
  return [
    ...checkStart(graph),
    ...checkTypes(graph),
    ...checkReach(graph),
    ...checkBatches(graph),
    ...checkCollects(graph),
    ...checkFields(graph),
    ...checkForEach(graph),
    ...checkTasks(graph),
    ...checkSchemas(graph),
    ...checkSettings(graph, scenario),
    ...checkHooks(workflow),
    ...checkSubWorkflows(graph, (inner) => validateWorkflow(inner, { scenario })),
  ];
}
