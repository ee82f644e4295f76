import { markPattern } from "../protocol/secretMarks.ts";
import type { Secrets } from "./secrets.ts";

/** Where base64 may stand that an expression made of a text with a mark, as for basic authorization. */
const base64Run = /[A-Za-z0-9+/]{24,}={0,2}/g;

/** Names of the secrets whose marks stand in these texts, each once. */
export function secretsMarkedIn(texts: readonly string[], marks: string | undefined): readonly string[] {
  const names = new Set<string>();
  if (marks !== undefined) {
    for (const text of texts) {
      fillMarks(text, marks, (name) => {
        names.add(name);
        return "";
      });
    }
  }
  return [...names];
}

/** The text with a value in place of each mark, also where the mark was encoded as base64. */
export function fillMarks(text: string, marks: string | undefined, secretValue: (name: string) => string): string {
  if (marks === undefined) return text;
  const fill = (plain: string): string => plain.replace(markPattern(marks), (_mark, name: string) => secretValue(name));
  return fill(
    text.replace(base64Run, (run) => {
      const decoded = Buffer.from(run, "base64").toString();
      return markPattern(marks).test(decoded) ? Buffer.from(fill(decoded)).toString("base64") : run;
    }),
  );
}

export type FoundSecrets =
  | { readonly ok: true; readonly values: ReadonlyMap<string, string> }
  /** For a person: which one is missing and how to set it. */
  | { readonly ok: false; readonly message: string };

/** The values of these secrets; a missing one is told before anything happens. */
export function findSecrets(names: readonly string[], secrets: Secrets): FoundSecrets {
  const values = new Map<string, string>();
  for (const name of names) {
    const value = secrets.value(name);
    if (value === undefined) {
      return {
        ok: false,
        message: `The runner has no secret ${name}. Set it in the settings, or with: tickwork secret set ${name}`,
      };
    }
    values.set(name, value);
  }
  return { ok: true, values };
}
