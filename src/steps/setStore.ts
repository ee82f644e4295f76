import type { Result } from "../engine/result.ts";
import { changeStore as changed } from "../engine/store.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import type { Step, StepKind } from "../workflow/workflow.ts";
import { refuseStore } from "./changeStore.ts";
import { evaluateTexts } from "./evaluate.ts";
import type { Work } from "./executor.ts";
import { handedOn } from "./handedOn.ts";
import { wholeValue } from "./largeValues.ts";
import { StepFailure } from "./stepFailure.ts";

type Set = Extract<Result, { kind: "set" }>;

export function hasSet({ set }: Pick<Step, "set">): boolean {
  return set !== undefined && Object.keys(set).length > 0;
}

/**
 * The results with what the step's `set` writes into the store (R73), which counts with the success and not without
 * it. All expressions see the store as it was; in them `steps.<this step>` is what it hands on now. One that fails,
 * and a store that its schema refuses, fail the step. Of a step with `forEach` it is about the list (R72).
 */
export async function withSets<K extends StepKind>(
  work: Work<K>,
  results: readonly Result[],
): Promise<readonly Result[]> {
  const { each } = work.dispatch;
  if (each?.kind === "open" || each?.kind === "element") return results;
  if (results.some(({ kind }) => kind === "fail" || kind === "wait" || kind === "cancelled")) return results;
  try {
    const set = Object.entries(work.step.set ?? {});
    const texts = set.map(([path, source]) => ({ language: "expression", name: `set ${path}`, source }) as const);
    const values = await evaluateTexts(work, texts, { own: ownResult(work, results) });
    const sets = set.flatMap(([path], i): readonly Set[] => {
      const value = values[i];
      return value === undefined ? [] : [{ kind: "set", path: path.split("."), value }];
    });
    await refuseTogether(work, sets);
    return [...(await outOfLargeValues(work, sets)), ...results];
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return [...results.filter(({ kind }) => kind === "exit"), { kind: "fail", failure: error.failure }];
  }
}

/** The workflow's store schema is about the store with all of them. */
async function refuseTogether<K extends StepKind>(work: Work<K>, sets: readonly Set[]): Promise<void> {
  if (work.execution.own.store === undefined || sets.length === 0) return;
  let store = await wholeValue(work.execution, work.execution.store());
  for (const { path, value } of sets) store = changed(store, path, value) ?? {};
  await refuseStore(work, sets.map(({ path }) => path.join(".")).join(", "), store);
}

/** A path that leads into a large value writes that value as a whole, with every change that leads there. */
async function outOfLargeValues<K extends StepKind>(
  { execution }: Work<K>,
  sets: readonly Set[],
): Promise<readonly Set[]> {
  const whole = new Map<string, Set>();
  const others: Set[] = [];
  for (const set of sets) {
    const large = await execution.largeIn(set.path);
    if (large === undefined) {
      others.push(set);
      continue;
    }
    const path = set.path.slice(0, large.depth);
    const held = whole.get(JSON.stringify(path))?.value ?? large.value;
    const value = changed(held, set.path.slice(large.depth), set.value) ?? {};
    whole.set(JSON.stringify(path), { kind: "set", path, value });
  }
  return [...others, ...whole.values()];
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
