import type { Result } from "../engine/result.ts";
import type { Json } from "../workflow/json.ts";

/** What results hand on as the step's data; `undefined`: a list of events, or nothing. */
export function handedOn(results: readonly Result[]): Json | undefined {
  for (const result of results) {
    if (result.kind !== "return") continue;
    if (result.data !== undefined) return result.data;
    const { value } = result;
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    return (value as { readonly data?: Json }).data;
  }
  return undefined;
}
