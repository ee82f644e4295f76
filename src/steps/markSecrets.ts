import type { Text } from "../protocol/sandbox.ts";
import { secretMark } from "../protocol/secretMarks.ts";
import type { JsonObject } from "../workflow/json.ts";
import { mentionsIn } from "../workflow/references.ts";

/** What texts read as `secret`: a mark for each name that they mention. Spread `marks` into the request. */
export interface MarkedSecrets {
  readonly names: readonly string[];
  /** For `evaluateTexts`. */
  readonly secrets: JsonObject;
  readonly request: { readonly marks?: string };
}

/** Marks for the secrets that the texts of a step mention; the runner puts the values in (`secretMarks.ts`). */
export function markSecrets(texts: readonly Text[]): MarkedSecrets {
  const mentions = texts.flatMap(({ language, source }) => mentionsIn({ language, text: source }));
  const names = [...new Set(mentions.flatMap(({ root, name }) => (root === "secret" && name ? [name] : [])))];
  if (names.length === 0) return { names, secrets: {}, request: {} };
  const marks = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return {
    names,
    secrets: Object.fromEntries(names.map((name) => [name, secretMark(marks, name)])),
    request: { marks },
  };
}
