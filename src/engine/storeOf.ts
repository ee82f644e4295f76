import type { Json } from "../workflow/json.ts";
import type { Draft } from "./draft.ts";
import { changeInstance, instanceAt, instanceIn } from "./instances.ts";
import { changeStore } from "./store.ts";
import type { StorePath } from "./tick.ts";

/** Changes the store of the run, or of the instance that something in `scope` runs in (R79). `undefined` deletes. */
export function changeStoreOf(draft: Draft, scope: readonly number[], path: StorePath, value: Json | undefined): void {
  const within = instanceIn(draft.run, scope);
  const store = instanceAt(draft.run, within)?.store ?? draft.run.store;
  const changed = changeStore(store, path, value) ?? {};
  if (within === undefined) draft.run.store = changed;
  else changeInstance(draft, within, { store: changed });
}
