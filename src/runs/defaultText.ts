import { isJsonObject, type Json, type JsonSchema } from "../workflow/json.ts";
import { brief } from "./journalLine.ts";

/** What counts when nobody answers, by the names that the fields of the form have. */
export function defaultText(value: Json, schema: JsonSchema | undefined): string {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return brief(value);
  return Object.entries(value)
    .map(([key, member]) => `${titleOf(schema, key)}: ${brief(member)}`)
    .join(", ");
}

function titleOf(schema: JsonSchema | undefined, key: string): string {
  const fields = isJsonObject(schema) ? schema.properties : undefined;
  const field = isJsonObject(fields) && Object.hasOwn(fields, key) ? fields[key] : undefined;
  return isJsonObject(field) && typeof field.title === "string" ? field.title : key;
}
