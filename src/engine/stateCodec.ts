import type { Json } from "../workflow/json.ts";
import type { Plan } from "./plan.ts";
import type { RunState } from "./runState.ts";

export const stateFormat = "tickwork/state@1";

/** The state as plain JSON, for a snapshot. */
export function encodeState(_state: RunState): Json {
  throw new Error("not built yet");
}

/** The state that `encodeState` wrote. Throws when the value is of another version: the journal must be replayed then. */
export function decodeState(_plan: Plan, _json: Json): RunState {
  throw new Error("not built yet");
}
