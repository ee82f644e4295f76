import { closeBatches } from "./batches.ts";
import { updateClaims } from "./capacity.ts";
import { grantCapacity } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { conclude } from "./ending.ts";
import { finishLists } from "./forEach.ts";
import type { Plan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import { isStill } from "./settling.ts";
import { endedTask } from "./taskEnding.ts";
import { decideTasks } from "./tasks.ts";

/** Whether a clean-up task has not ended yet: then a second cancel means something (T41). */
export function cleanUpLeft(plan: Plan, state: RunState): boolean {
  return plan.cleanUp.some(({ index }) => endedTask(stepAt(state, index)) === undefined);
}

/**
 * Outcome and result of the run stand, and only tasks with `always` run any more (T41): those whose needs are terminal
 * begin, and when none is left the end is written.
 */
export function cleanUp(draft: Draft): void {
  const { ending } = draft.run;
  if (ending === null) return;
  // What kept the list of a clean-up task open may have ended with the run.
  closeBatches(draft);
  finishLists(draft);
  decideTasks(draft);
  grantCapacity(draft);
  updateClaims(draft);
  draft.flushTimers();
  const { tally } = draft.run;
  if (isStill(tally) && tally.openWaiters + tally.sleeping + tally.parked === 0) conclude(draft, ending);
}
