/** Any JSON value. Values are frozen at the boundary and never shared mutable (R7). */
export type Json = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly Json[];
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema 2020-12 document without remote `$ref`. */
export type JsonSchema = JsonObject | boolean;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
