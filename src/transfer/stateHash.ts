import type { Plan } from "../engine/plan.ts";
import { projectState, stateHashFormat } from "../engine/projectState.ts";
import type { RunState } from "../engine/runState.ts";
import { canonicalJson } from "../workflow/canonicalJson.ts";
import { sha256Of } from "../workflow/sha256.ts";

/** `stateHash@1:` + hex: what every later version must replay the run to. */
export function stateHashOf(plan: Plan, state: RunState): string {
  const hex = sha256Of(canonicalJson(projectState(plan, state))).slice("sha256:".length);
  return `${stateHashFormat}:${hex}`;
}

/** Whether this version can compute the hash that a log names. */
export function knowsStateHash(hash: string): boolean {
  return hash.startsWith(`${stateHashFormat}:`);
}
