import type { ProgramFile } from "../protocol/runnerApi.ts";
import type { Json } from "../workflow/json.ts";

/** The executable that a command really was, and what its name had meant when a person allowed it. */
export interface RanProgram extends ProgramFile {
  /** Present when it was another one. */
  readonly before?: ProgramFile;
}

/** What the evidence of a command says about its program. It may come from a foreign log: every part is looked at. */
export function programOf(evidence: Json | undefined): RanProgram | undefined {
  const program = fileIn(memberOf(evidence, "program"));
  const before = fileIn(memberOf(memberOf(evidence, "program"), "before"));
  return program && { ...program, ...(before && { before }) };
}

/** In one sentence what is another than before. */
export function changeOf({ path, before }: RanProgram): string | undefined {
  if (before === undefined) return undefined;
  return before.path === path
    ? `${path} has another content than when you allowed it.`
    : `You allowed ${before.path}; its name means ${path} now.`;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined;
}

function fileIn(value: Json | undefined): ProgramFile | undefined {
  const path = memberOf(value, "path");
  const digest = memberOf(value, "digest");
  return typeof path === "string" ? { path, ...(typeof digest === "string" && { digest }) } : undefined;
}
