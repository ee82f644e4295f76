import type { StepView } from "../view.ts";

/** What a step shows that has nothing to do, but for what a test says. */
export function stepViewOf(over: Partial<StepView> = {}): StepView {
  return {
    status: "not-running",
    queued: 0,
    delayed: 0,
    running: 0,
    waiting: 0,
    workers: [],
    buffers: {},
    task: null,
    lastOutcome: null,
    waiters: [],
    uncertain: [],
    nextRetryAt: null,
    lastFailure: null,
    ...over,
  };
}
