import type { Json } from "../workflow/json.ts";
import type { RunOutcome } from "./notice.ts";
import type { Plan } from "./plan.ts";
import type { Lifecycle } from "./view.ts";

/** The state of one run. Persistent and copy-on-write; `encodeState` makes it plain JSON for a snapshot. */
export interface RunState {
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly result: Json | null;
  /** Of `run-started`; `null` before. */
  readonly input: Json;
  readonly store: Json;
  /** The id of the cancel request that holds (T23). */
  readonly cancelRequest: string | null;
}

export function initialState(_plan: Plan): RunState {
  return { lifecycle: "planned", outcome: null, result: null, input: null, store: {}, cancelRequest: null };
}
