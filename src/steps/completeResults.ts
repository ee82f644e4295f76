import { failureNames } from "../engine/failure.ts";
import type { Result } from "../engine/result.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import type { StepKind } from "../workflow/workflow.ts";
import type { Work } from "./executor.ts";
import { handedOn } from "./handedOn.ts";
import { StepFailure } from "./stepFailure.ts";

/** The results, checked against the step's `output` schema. Of a step with `forEach` it binds each element (R72). */
export async function completeResults<K extends StepKind>(
  work: Work<K>,
  results: readonly Result[],
): Promise<readonly Result[]> {
  const { each } = work.dispatch;
  if (each?.kind === "open") return results;
  return each?.kind === "gather" ? results : checkOutput(work, results);
}

/**
 * The results, with the value that the step's `output` schema binds beside them (T14, T39); throws when the schema
 * refuses it. A kind that named its output already keeps it; of the others it is what they hand on.
 */
async function checkOutput<K extends StepKind>(work: Work<K>, results: readonly Result[]): Promise<readonly Result[]> {
  const schema = work.step.output;
  if (schema === undefined || results.some(({ kind }) => kind === "fail" || kind === "wait" || kind === "cancelled")) {
    return results;
  }
  const output = boundOutput(results);
  if (output === undefined) return results;
  await validateOutput(work, schema, output);
  return results.some(({ kind }) => kind === "output") ? results : [...results, { kind: "output", value: output }];
}

/** The value that a step's `output` schema binds; `undefined`: there is none. */
export function boundOutput(results: readonly Result[]): Json | undefined {
  const named = results.find((result) => result.kind === "output");
  return named ? named.value : handedOn(results);
}

async function validateOutput<K extends StepKind>(work: Work<K>, schema: JsonSchema, value: Json): Promise<void> {
  const end = await work.around.sandbox.compute<"validate">({ kind: "validate", schema, value });
  if (end.kind === "killed") throw new StepFailure(end.failure);
  const { errors } = end.value;
  if (errors.length === 0) return;
  const places = errors.map(({ pointer, message }) => `${pointer === "" ? "it" : pointer}: ${message}`);
  throw new StepFailure({
    name: failureNames.output,
    message: `The output is not what its schema wants. ${places.slice(0, 3).join(" ")}`,
    data: { errors: errors.map(({ pointer, message }) => ({ pointer, message })) },
  });
}
