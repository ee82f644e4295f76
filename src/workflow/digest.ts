import { canonicalJson } from "./canonicalJson.ts";
import type { Json, JsonObject } from "./json.ts";
import { sha256Of } from "./sha256.ts";
import { inlinedIn } from "./subWorkflows.ts";
import type { Workflow } from "./workflow.ts";

/**
 * What a run is identified by: SHA-256 of the canonical JSON of everything that can change how it runs
 * (`formats.md` §1). Canonical JSON sorts keys, so the declaration order goes in as `stepOrder`.
 */
export function digestOf(workflow: Workflow): string {
  return sha256Of(canonicalJson(digested(workflow)));
}

/** An inlined workflow counts as a document of its own does: its order of steps matters, its layout does not. */
function digested(workflow: Workflow): Json {
  const document = without(workflow as unknown as JsonObject, ["name", "description", "layout"]);
  const steps = Object.fromEntries(
    Object.entries(workflow.steps).map(([id, step]) => {
      const plain = without(step as unknown as JsonObject, ["title", "notes", "pinned"]);
      const inner = inlinedIn(step);
      if (inner === undefined) return [id, plain];
      return [id, { ...plain, config: { ...(plain.config as JsonObject), workflow: digested(inner) } }];
    }),
  );
  return { ...document, steps, stepOrder: Object.keys(workflow.steps) } as Json;
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
