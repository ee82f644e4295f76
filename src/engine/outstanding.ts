import { entries } from "./persistent/sortedMap.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { ExecutionId } from "./tick.ts";

/** The executions that must be in flight, in order of dispatch. After a load everything else is gone (R48). */
export function outstandingExecutions(state: RunState): ExecutionId[] {
  return [...entries(state.executions)].flatMap(([number, { step, worker }]) => {
    const execution = stepAt(state, step).workers[worker];
    return execution && execution.uncertain === undefined ? [`x${number}`] : [];
  });
}
