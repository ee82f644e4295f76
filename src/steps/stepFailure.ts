import type { Failure } from "../engine/failure.ts";

/** Ends an execution as failed. Thrown inside executors only; `executors.ts` makes the result of it. */
export class StepFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
