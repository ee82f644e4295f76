import { changeStore as changed } from "../engine/store.ts";
import type { StorePath } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { StepKind } from "../workflow/workflow.ts";
import type { Work } from "./executor.ts";
import { wholeValue } from "./largeValues.ts";
import { StepFailure } from "./stepFailure.ts";

type Change = Parameters<Work["execution"]["change"]>[0];

/**
 * Changes the run's store (R17). Throws a `StepFailure` when the workflow's store schema refuses what the store would
 * be; nothing is changed then. Answers whether the value that the change was based on was still there.
 */
export async function changeStore<K extends StepKind>(work: Work<K>, change: Change): Promise<boolean> {
  const { execution } = work;
  const schema = execution.own.store;
  if (schema !== undefined) {
    const store = await wholeValue(execution, execution.store());
    const next = changed(store, change.path, change.delete ? undefined : change.value) ?? {};
    await refuseStore(work, change.path.join("."), next);
  }
  return execution.change(change);
}

/** Throws a `StepFailure` when the workflow's schema refuses what the store would be. `what` was changed in it. */
export async function refuseStore<K extends StepKind>(work: Work<K>, what: string, store: Json): Promise<void> {
  const schema = work.execution.own.store;
  if (schema === undefined) return;
  const end = await work.around.sandbox.compute<"validate">({ kind: "validate", schema, value: store });
  if (end.kind === "killed") throw new StepFailure(end.failure);
  const [error] = end.value.errors;
  if (error === undefined) return;
  const place = error.pointer === "" ? "the store" : error.pointer;
  const message = `The store's schema refuses the value for ${what}. ${place}: ${error.message}`;
  throw new StepFailure({ name: "StoreError", message });
}

/** Own members only: `constructor` and `__proto__` are keys like any other. */
export function valueAt(store: Json, path: StorePath): Json | undefined {
  let value: Json | undefined = store;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, Json>>)[key];
  }
  return value;
}
