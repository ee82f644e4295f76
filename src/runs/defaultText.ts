import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";
import { brief } from "./journalLine.ts";

/** What counts when nobody answers, by the names that the fields of the form have. */
export function defaultText(value: Json, schema: JsonSchema | undefined): string {
  if (!isObject(value) || Object.keys(value).length === 0) return brief(value);
  return Object.entries(value)
    .map(([key, member]) => `${titleOf(schema, key)}: ${brief(member)}`)
    .join(", ");
}

function titleOf(schema: JsonSchema | undefined, key: string): string {
  const fields = isObject(schema) ? schema.properties : undefined;
  const field = isObject(fields) && Object.hasOwn(fields, key) ? fields[key] : undefined;
  return isObject(field) && typeof field.title === "string" ? field.title : key;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
