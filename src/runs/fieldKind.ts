import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";

/* Which field of a form stands for which schema. */

export type FieldKind =
  | { readonly kind: "text"; readonly multiline: boolean; readonly format?: string }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly values: readonly Json[] }
  | { readonly kind: "list"; readonly element: JsonSchema }
  | { readonly kind: "object"; readonly fields: readonly ObjectField[] }
  /** Bytes as base64. */
  | { readonly kind: "file"; readonly mediaType?: string; readonly mostBytes?: number }
  | { readonly kind: "json" };

export interface ObjectField {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

export function fieldKind(schema: JsonSchema): FieldKind {
  if (typeof schema === "boolean") return { kind: "json" };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { kind: "choice", values: schema.enum as Json[] };
  if (Object.hasOwn(schema, "const")) return { kind: "choice", values: [schema.const as Json] };
  switch (schema.type) {
    case "string":
      if (schema.contentEncoding === "base64")
        return {
          kind: "file",
          ...(typeof schema.contentMediaType === "string" && { mediaType: schema.contentMediaType }),
          ...(typeof schema.maxLength === "number" && { mostBytes: Math.floor(schema.maxLength / 4) * 3 }),
        };
      return {
        kind: "text",
        multiline: schema.format === "multiline" || (typeof schema.maxLength === "number" && schema.maxLength > 200),
        ...(typeof schema.format === "string" && { format: schema.format }),
      };
    case "number":
      return { kind: "number", integer: false };
    case "integer":
      return { kind: "number", integer: true };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return isSchema(schema.items) && !Array.isArray(schema.prefixItems)
        ? { kind: "list", element: schema.items }
        : { kind: "json" };
    case "object":
      return isMembers(schema.properties)
        ? { kind: "object", fields: objectFields(schema.properties, schema.required) }
        : { kind: "json" };
    default:
      return { kind: "json" };
  }
}

/** What stands beside a field: its title, else its name made readable. */
export function fieldTitle(schema: JsonSchema, name: string): string {
  return typeof schema === "object" && typeof schema.title === "string" && schema.title !== "" ? schema.title : name;
}

export function fieldHelp(schema: JsonSchema): string | undefined {
  return typeof schema === "object" && typeof schema.description === "string" ? schema.description : undefined;
}

/** Whether a run with this input schema can start without asking: nothing to fill in. */
export function needsForm(schema: JsonSchema | undefined): boolean {
  if (schema === undefined || typeof schema === "boolean") return false;
  const kind = fieldKind(schema);
  if (kind.kind === "object") return kind.fields.length > 0;
  return Object.keys(schema).some((key) => key !== "title" && key !== "description" && key !== "$schema");
}

function objectFields(properties: JsonObject, required: Json | undefined): readonly ObjectField[] {
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ name, schema, required: names.has(name) }] : [],
  );
}

export function isMembers(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "boolean" || isMembers(value);
}
