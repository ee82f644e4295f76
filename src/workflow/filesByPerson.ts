import { secretsOf } from "./permissions.ts";
import type { Step } from "./workflow.ts";

/**
 * Whether a person can stand in for the runner: a file to read can be given, one that was written can be downloaded.
 * A folder cannot be listed that way, and only the runner knows the value of a secret.
 */
export function canBeDoneByPerson(step: Step): boolean {
  return step.kind === "file" && step.config.operation !== "list" && secretsOf(step).length === 0;
}
