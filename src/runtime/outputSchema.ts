import { type Schema, Validator } from "@cfworker/json-schema";
import { type Failure, failureNames } from "../engine/failure.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";

/** Why `schema` refuses `value`, in words with the places; `undefined`: it accepts it. Draft 2020-12. */
export function schemaProblem(schema: JsonSchema, value: Json): string | undefined {
  let result: ReturnType<Validator["validate"]>;
  try {
    result = new Validator(schema as Schema | boolean, "2020-12", false).validate(value);
  } catch (error) {
    return `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (result.valid) return undefined;
  // The validator reports each failing parent too; the innermost places say what to change.
  const innermost = result.errors.filter(
    ({ instanceLocation }) => !result.errors.some((other) => other.instanceLocation.startsWith(`${instanceLocation}/`)),
  );
  const lines = innermost.map(
    ({ instanceLocation, error }) => `${instanceLocation.replace(/^#/, "") || "/"}: ${error}`,
  );
  return [...new Set(lines)].join("; ");
}

/** The failure of an output that is missing or that the step's schema refuses (T14, T15). */
export function outputFailure(schema: JsonSchema | undefined, output: Json | undefined): Failure | undefined {
  if (schema === undefined) return undefined;
  if (output === undefined) {
    return { name: failureNames.output, message: "The step has an output schema but handed on no JSON value." };
  }
  const problem = schemaProblem(schema, output);
  if (problem === undefined) return undefined;
  return { name: failureNames.output, message: `The output does not fit the step's schema: ${problem}` };
}
