import { mayHoldReference } from "../engine/reference.ts";
import type { Text } from "../protocol/sandbox.ts";
import { isIn } from "../runtime/isIn.ts";
import { createTaker } from "../runtime/takeOut.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import type { StepKind } from "../workflow/workflow.ts";
import type { Work } from "./executor.ts";
import { textsIn } from "./largeValues.ts";
import { readRoots } from "./roots.ts";
import { StepFailure } from "./stepFailure.ts";

/** Bounds an expression; a regular expression that hangs is killed a little later. */
const timeoutMs = 2_000;
/** More for each megabyte of large values that it may look at: they are parsed and copied within this time. */
const msPerLargeMb = 1_000;

/** The values of a step's texts, in their order; `undefined`: an optional one has none. Throws a `StepFailure`. */
export async function evaluateTexts<K extends StepKind>(
  work: Work<K>,
  texts: readonly Text[],
  more: { readonly own?: JsonObject; readonly secrets?: JsonObject } = {},
): Promise<readonly (Json | undefined)[]> {
  if (texts.length === 0) return [];
  const { dispatch, around } = work;
  const own = more.own && referencesKept(work, more.own);
  const roots = await readRoots(work, texts, { ...more, ...(own && { own: own.value }) });
  const artifacts = await textsIn(work.execution, roots, own?.texts);
  const large = Object.values(artifacts).reduce((sum, { length }) => sum + length, 0);
  const end = await around.sandbox.compute<"evaluate">({
    kind: "evaluate",
    texts,
    roots,
    artifacts,
    now: dispatch.at,
    seed: seedOf(work),
    timeoutMs: timeoutMs + Math.ceil((large / 1_000_000) * msPerLargeMb),
  });
  if (end.kind === "killed") throw new StepFailure(end.failure);
  if (!end.value.ok) throw new StepFailure(end.value.failure);
  return end.value.values.map((value) => value?.value);
}

/**
 * What the step itself hands on now is not in any tick yet: something in it that only looks like a reference is a
 * value like any other, and goes to the sandbox as one.
 */
function referencesKept<K extends StepKind>({ dispatch }: Work<K>, own: JsonObject) {
  if (!mayHoldReference(JSON.stringify(own))) return { value: own, texts: {} };
  const taker = createTaker((reference) => isIn(reference, dispatch));
  const value = taker.take(own) as JsonObject;
  return { value, texts: Object.fromEntries(taker.artifacts.map(({ digest, text }) => [digest, text])) };
}

export async function evaluateExpression<K extends StepKind>(
  work: Work<K>,
  name: string,
  source: string,
): Promise<Json> {
  const [value = null] = await evaluateTexts(work, [{ language: "expression", name, source }]);
  return value;
}

/** What chance is drawn from: the same for every replay of this attempt. */
export function seedOf<K extends StepKind>({ execution, dispatch }: Work<K>): string {
  return `${execution.runId} ${dispatch.item} ${dispatch.attempt}`;
}
