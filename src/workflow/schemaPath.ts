import type { Json, JsonObject, JsonSchema } from "./json.ts";

/** What a schema says of the value at a path: its schemas (each of them may hold), or that it names none there. */
export function schemasAt(schema: JsonSchema, path: readonly (string | number)[]): readonly JsonSchema[] {
  return at(schema, schema, path, new Map());
}

/** `seen`: schemas that were looked at, by how much of the path was left; a circle of references ends there. */
function at(
  root: JsonSchema,
  schema: JsonSchema,
  path: readonly (string | number)[],
  seen: Map<number, Set<JsonSchema>>,
): readonly JsonSchema[] {
  if (typeof schema === "boolean") return schema && path.length === 0 ? [schema] : [];
  const before = seen.get(path.length) ?? new Set();
  if (before.has(schema)) return [];
  seen.set(path.length, before.add(schema));
  if (typeof schema.$ref === "string") {
    const target = resolveReference(root, schema.$ref);
    if (target !== undefined) return at(root, target, path, seen);
  }
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((key) => listOfSchemas(schema[key]));
  const [key, ...rest] = path;
  if (key === undefined)
    return branches.length > 0 ? branches.flatMap((branch) => at(root, branch, path, seen)) : [schema];
  return [
    ...child(schema, key).flatMap((inner) => at(root, inner, rest, seen)),
    ...branches.flatMap((branch) => at(root, branch, path, seen)),
  ];
}

function child(schema: JsonObject, key: string | number): readonly JsonSchema[] {
  if (typeof key === "number") {
    const first = listOfSchemas(schema.prefixItems)[key];
    return first !== undefined ? [first] : isSchema(schema.items) ? [schema.items] : [];
  }
  const named = asObject(schema.properties);
  const found = named && Object.hasOwn(named, key) ? named[key] : undefined;
  if (isSchema(found)) return [found];
  const patterned = Object.entries(asObject(schema.patternProperties) ?? {})
    .filter(([pattern]) => matches(pattern, key))
    .map(([, inner]) => inner)
    .filter(isSchema);
  if (patterned.length > 0) return patterned;
  return isSchema(schema.additionalProperties) && schema.additionalProperties !== false
    ? [schema.additionalProperties]
    : [];
}

/** `#` or `#/…`; `undefined`: it leads nowhere. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let value: Json = root as Json;
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[key] as Json;
  }
  return isSchema(value) ? value : undefined;
}

/** Whether a schema's `type`, `enum` or `const` already forbids a value. */
export function forbids(schema: JsonSchema, value: Json): boolean {
  if (typeof schema === "boolean") return !schema;
  const types = typeof schema.type === "string" ? [schema.type] : Array.isArray(schema.type) ? schema.type : undefined;
  if (types && !types.some((type) => isOfType(value, type))) return true;
  if (Object.hasOwn(schema, "const") && !isEqual(schema.const as Json, value)) return true;
  return Array.isArray(schema.enum) && !schema.enum.some((entry) => isEqual(entry, value));
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return asObject(value) !== undefined;
    default:
      return typeof value === type;
  }
}

function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)];
  if (Array.isArray(a) !== Array.isArray(b) || keysA.length !== keysB.length) return false;
  const [inA, inB] = [a as JsonObject, b as JsonObject];
  return keysA.every((key) => Object.hasOwn(inB, key) && isEqual(inA[key] as Json, inB[key] as Json));
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || asObject(value) !== undefined;
}

function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

function listOfSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}
