import type { Json } from "../workflow/json.ts";
import type { SortedMap } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Exit } from "./result.ts";

/**
 * Which part of a `forEach` an item is (R72). `open`: its list is asked for. `element`: one of the inner batch, the
 * only part that carries out the kind's work. `gather`: all elements ended, and their results are handed on as one.
 */
export type EachPart =
  | { readonly kind: "open" | "element" }
  | { readonly kind: "gather"; readonly results: ElementResults };

/** By place in the list. */
export type ElementResults = SortedMap<number, ElementResult>;

/** What one element handed on; `{}`: nothing, `null` stands in its place. */
export interface ElementResult {
  readonly data?: Json;
  /** The value that an `output` schema binds. */
  readonly output?: Json;
  readonly exit?: Exit;
}

/** It carries out the work of the step's kind; the other parts of a `forEach` are evaluated by the tab, whatever the kind. */
export function doesWork({ each }: { readonly each?: EachPart | null | undefined }): boolean {
  return (each ?? null) === null || each?.kind === "element";
}

export function partOf({ step }: StepPlan): EachPart | null {
  return step.forEach === undefined ? null : opening;
}

const opening: EachPart = { kind: "open" };
