import { Validator } from "@cfworker/json-schema";
import type { SandboxValues } from "../../protocol/sandbox.ts";
import type { Json, JsonSchema } from "../../workflow/json.ts";

/**
 * What of a value breaks its schema. Runs in the sandbox worker, because a schema's `pattern` is a regular
 * expression that may never end.
 */
export function validateSchema(schema: JsonSchema, value: Json): SandboxValues["validate"] {
  const validator = new Validator(schema as ConstructorParameters<typeof Validator>[0], "2020-12", false);
  const { errors } = validator.validate(bare(value));
  const leaves = errors.filter(({ keyword }) => !enclosing.has(keyword));
  return {
    errors: (leaves.length > 0 ? leaves : errors).slice(0, 50).map(({ instanceLocation, error }) => ({
      pointer: instanceLocation.replace(/^#/, ""),
      message: error,
    })),
  };
}

/** Keywords whose error only says that something inside is wrong. */
const enclosing = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "patternProperties",
  "allOf",
  "$ref",
]);

/** Without prototypes, so that `constructor` in a schema never finds what is not in the value. */
function bare(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const copy = Object.create(null) as Record<string, Json>;
  for (const [key, member] of Object.entries(value)) copy[key] = bare(member);
  return copy;
}
