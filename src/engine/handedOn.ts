import type { Json } from "../workflow/json.ts";
import type { Tick } from "./tick.ts";

/** What the tick that ended an execution says of what it handed on (R69). */
export interface HandedOnValue {
  /** What an `output` schema binds; absent when the step has none. */
  readonly output: Json | undefined;
  readonly data: Json | undefined;
  /** A code; else `null`. */
  readonly exit: number | null;
  readonly outcome: "success" | "failure" | "denial" | "cancellation";
}

/** Reads it from an `execution-finished` tick, or from the `recovery-decided` tick that settled the attempt. */
export function handedOnOf(_tick: Tick): HandedOnValue | undefined {
  throw new Error("not built yet");
}
