import { mayHoldReference, referencesIn } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import type { Execution } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import { StepFailure } from "./stepFailure.ts";

type Loading = Pick<Execution, "artifact">;

/**
 * The texts of all large values that stand as references in a JSON text, and in those values themselves, by digest.
 * They are handed to the sandbox as they are, which parses only what is used.
 */
export async function textsIn(
  execution: Loading,
  jsonText: string,
  /** Those that are known already. */
  known: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = { ...known };
  const rest = [jsonText];
  for (let text = rest.pop(); text !== undefined; text = rest.pop()) {
    if (!mayHoldReference(text)) continue;
    for (const digest of referencesIn(JSON.parse(text)).keys()) {
      if (Object.hasOwn(texts, digest)) continue;
      const found = await load(execution, digest);
      texts[digest] = found;
      rest.push(found);
    }
  }
  return texts;
}

/** A value with everything that stands in it as a reference. Throws a `StepFailure` when a value is not kept. */
export function wholeValue(execution: Loading, value: Json): Promise<Json> {
  return resolveValue(value, (digest) => load(execution, digest));
}

/** The JSON text of one large value. Throws a `StepFailure` when it is not kept. */
export async function load(execution: Loading, digest: string): Promise<string> {
  try {
    return await execution.artifact(digest);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new StepFailure({ name: "MissingArtifactError", message, data: { digest } });
  }
}
