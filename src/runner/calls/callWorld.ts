import type { CallFailure, CallResult } from "../../protocol/runnerCalls.ts";
import type { KeptBytes } from "../host/keptBytes.ts";

/** What carrying out one call is given. */
export interface CallWorld {
  /** Aborted with a `Stop` as its reason. */
  readonly signal: AbortSignal;
  /** Puts the values of secrets in place of their marks. `encode`: how a value is written there. */
  fill(text: string, encode?: (value: string) => string): string;
  /** Values that must not stand in anything that is kept. */
  readonly secrets: readonly string[];
  /** Where the body or text goes as it comes, for those who watch. */
  readonly kept: KeptBytes;
  /** `kept` has grown. */
  changed(): void;
}

/** Why a call is ended from outside. */
export type Stop = "timeout" | "cancellation";

/** A call that ends as a failure of its step. */
export class CallFailed extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function failed(code: CallFailure["code"], message: string): CallResult {
  return { kind: "failed", failure: { code, message } };
}
