import type { RunState } from "./runState.ts";
import type { ExecutionId } from "./tick.ts";

/** The executions that must be in flight, in order of dispatch. After a load everything else is gone (R48). */
export function outstandingExecutions(_state: RunState): ExecutionId[] {
  throw new Error("not built yet");
}
