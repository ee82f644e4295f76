import { type ParseOptions, parseWorkflow } from "./parseWorkflow.ts";
import type { Problem } from "./problem.ts";
import { validateWorkflow } from "./validateWorkflow.ts";

/** Everything that can be said of a JSON value as a workflow: what cannot be read, else what cannot run. */
export function problemsOf(json: unknown, options: ParseOptions = {}): readonly Problem[] {
  const parsed = parseWorkflow(json, options);
  return parsed.ok ? [...parsed.warnings, ...validateWorkflow(parsed.value, options)] : parsed.problems;
}
