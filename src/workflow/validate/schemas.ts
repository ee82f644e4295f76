import type { JsonObject, JsonSchema } from "../json.ts";
import type { Problem } from "../problem.ts";
import { isSchema, resolveReference } from "../schemaPath.ts";
import { atDocument, atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";

type Path = readonly (string | number)[];
type Complain = (path: Path, message: string) => void;

/** V7: every JSON Schema of the workflow is one, and refers to nothing outside. */
export function checkSchemas({ workflow, steps }: Graph): readonly Problem[] {
  const found: Problem[] = [];
  const document = (schema: JsonSchema | undefined, path: Path) =>
    check(schema, path, (at, message) => found.push(atDocument("V7", message, { path: at })));
  document(workflow.input, ["input"]);
  document(workflow.store, ["store"]);
  for (const [type, { schema }] of Object.entries(workflow.events ?? {})) document(schema, ["events", type, "schema"]);
  for (const [id, step] of steps) {
    const complain: Complain = (path, message) => found.push(atStep("V7", id, message, { path }));
    check(step.output, ["output"], complain);
    if (step.kind === "ask") check(step.config.form, ["config", "form"], complain);
  }
  return found;
}

const typeNames = ["null", "boolean", "object", "array", "number", "integer", "string"];
const schemaKeys = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const schemaRecords = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const countKeys = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const numberKeys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

function check(root: JsonSchema | undefined, path: Path, complain: Complain): void {
  if (root !== undefined) checkSchema(root, root, path, complain);
}

function checkSchema(root: JsonSchema, schema: JsonSchema, path: Path, complain: Complain): void {
  if (typeof schema === "boolean") return;
  checkKeywords(root, schema, path, complain);
  const inner = (value: unknown, at: Path) => {
    if (isSchema(value)) checkSchema(root, value, at, complain);
    else complain(at, "A schema is an object, or true or false.");
  };
  for (const key of schemaKeys) if (schema[key] !== undefined) inner(schema[key], [...path, key]);
  for (const key of schemaLists) {
    const list = schema[key];
    if (list === undefined) continue;
    if (!Array.isArray(list)) complain([...path, key], `\`${key}\` is a list of schemas.`);
    else for (const [i, entry] of list.entries()) inner(entry, [...path, key, i]);
  }
  for (const key of schemaRecords) {
    const record = schema[key];
    if (record === undefined) continue;
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      complain([...path, key], `\`${key}\` is an object of schemas.`);
    } else for (const [name, entry] of Object.entries(record)) inner(entry, [...path, key, name]);
  }
}

function checkKeywords(root: JsonSchema, schema: JsonObject, path: Path, complain: Complain): void {
  const { type, $ref, required, enum: values, pattern } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  for (const name of types) {
    if (!typeNames.includes(name as string)) {
      complain([...path, "type"], `${JSON.stringify(name)} is no type. Types are ${typeNames.join(", ")}.`);
    }
  }
  if ($ref !== undefined && (typeof $ref !== "string" || resolveReference(root, $ref) === undefined)) {
    const isRemote = typeof $ref === "string" && !$ref.startsWith("#");
    complain(
      [...path, "$ref"],
      isRemote ? "A schema cannot refer to another document." : "This reference leads nowhere.",
    );
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    complain([...path, "required"], "`required` is a list of names.");
  }
  if (values !== undefined && !Array.isArray(values)) complain([...path, "enum"], "`enum` is a list of values.");
  if (pattern !== undefined && !isPattern(pattern)) complain([...path, "pattern"], "This is no regular expression.");
  for (const key of countKeys) {
    const value = schema[key];
    if (value !== undefined && !(Number.isInteger(value) && (value as number) >= 0)) {
      complain([...path, key], `\`${key}\` is a whole number from 0.`);
    }
  }
  for (const key of numberKeys) {
    if (schema[key] !== undefined && typeof schema[key] !== "number")
      complain([...path, key], `\`${key}\` is a number.`);
  }
}

function isPattern(source: unknown): boolean {
  if (typeof source !== "string") return false;
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}
