import jsonata from "jsonata";
import type { Json } from "../workflow/json.ts";
import { parseTemplate } from "../workflow/template.ts";
import type { Roots } from "./roots.ts";

const longestMs = 5_000;

/** The value of a JSONata expression over the roots; `undefined`: there is none. Throws what the expression throws. */
export async function evaluate(source: string, roots: Roots): Promise<Json | undefined> {
  const expression = jsonata(source, { timeout: longestMs, stack: 500 });
  // What depends on clock, chance or text that becomes code is not the same again on a replay.
  for (const name of ["now", "millis", "random", "eval"]) {
    expression.assign(name, () => {
      throw new Error(`$${name} is not available in Tickwork expressions.`);
    });
  }
  const value: unknown = await expression.evaluate(roots);
  // Results can hold functions and hidden marks of sequences; JSON drops both.
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value) ?? "null") as Json);
}

/** Where a template needs a value that does not exist (T10); `undefined`: it can be filled in. */
export async function missingValue(template: string, roots: Roots): Promise<string | undefined> {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return parsed.message;
  for (const part of parsed.parts) {
    if (part.kind === "text") continue;
    const value = await evaluate(part.source, roots).catch((error: unknown) =>
      String((error as Error).message ?? error),
    );
    if (value === undefined) return `{{${part.source}}} has no value`;
  }
  return undefined;
}
