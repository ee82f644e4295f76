import { jsonPointer } from "../jsonPointer.ts";
import type { Problem } from "../problem.ts";
import type { StepId } from "../workflow.ts";

interface Where {
  /** Keys below the step, or below the document. */
  readonly path?: readonly (string | number)[];
  readonly severity?: Problem["severity"];
  readonly event?: string;
}

/** A finding at a step. */
export function atStep(rule: string, step: StepId, message: string, where: Where = {}): Problem {
  return { ...atDocument(rule, message, { ...where, path: ["steps", step, ...(where.path ?? [])] }), step };
}

/** A finding that belongs to no step. */
export function atDocument(
  rule: string,
  message: string,
  { path = [], severity = "error", event }: Where = {},
): Problem {
  return { rule, severity, pointer: jsonPointer(path), message, ...(event !== undefined && { event }) };
}
