import type { Json } from "../workflow/json.ts";

/** What went wrong, as data. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly data?: Json;
  readonly cause?: Failure;
  /** 1-based place in the user's source text. */
  readonly place?: { readonly line: number; readonly column: number };
}

/**
 * Names that the engine or the runtime gives failures; a retry policy may name them (`on.names`).
 * A user's own errors keep their own names.
 */
export const failureNames = {
  /** An execution exceeded its `timeoutMs` (R43). */
  timedOut: "TimeoutError",
  /** `ctx.wait` reached its deadline (R35). */
  waitTimedOut: "WaitTimeoutError",
  /** A step returned something that is no event, or an event that its `emits` does not name (R14, R15). Never retried. */
  notAnEvent: "NotAnEventError",
  /** A template needs a value that does not exist (T10). Never retried (T40). */
  missingValue: "MissingValueError",
  /** A waiter id is in use by another work item (R36). Never retried. */
  waiterInUse: "WaiterInUseError",
  /** A command ended with an exit outside `okExits`, or by a signal (T14). */
  exit: "ExitError",
  /** The output is not one JSON value that the schema accepts (T14, T15). */
  output: "OutputError",
  /** Policy, consent or permission said no (T16). Never retried. */
  denied: "DeniedError",
  /** The program could not be spawned. */
  spawn: "SpawnError",
} as const;
