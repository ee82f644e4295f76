import type { Result } from "../engine/result.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import type { StepKind } from "../workflow/workflow.ts";
import { changeStore } from "./changeStore.ts";
import { evaluateTexts } from "./evaluate.ts";
import type { Work } from "./executor.ts";
import { handedOn } from "./handedOn.ts";

/**
 * Writes what the step's `set` says into the store (R73), behind a success and before its event goes anywhere. All
 * expressions are evaluated before the first is written; one that fails throws a `StepFailure`. In them
 * `steps.<this step>` is what it hands on now.
 */
export async function setStore<K extends StepKind>(work: Work<K>, results: readonly Result[]): Promise<void> {
  const set = Object.entries(work.step.set ?? {});
  if (set.length === 0 || results.some(({ kind }) => kind === "fail" || kind === "wait" || kind === "cancelled"))
    return;
  const texts = set.map(([path, source]) => ({ language: "expression", name: `set ${path}`, source }) as const);
  const values = await evaluateTexts(work, texts, { own: ownResult(work, results) });
  for (const [i, [path]] of set.entries()) {
    const value = values[i];
    if (value !== undefined) await changeStore(work, { path: path.split("."), value });
  }
}

function ownResult<K extends StepKind>({ dispatch }: Work<K>, results: readonly Result[]): JsonObject {
  const data = handedOn(results);
  const named = results.find((result) => result.kind === "output");
  const output: Json | undefined = named ? named.value : data;
  const exit = results.find((result) => result.kind === "exit")?.exit;
  return {
    ...(output !== undefined && { output }),
    ...(data !== undefined && { data }),
    exit: typeof exit === "object" && "code" in exit ? exit.code : null,
    outcome: "success",
    attempt: dispatch.attempt,
    count: 1,
  };
}
