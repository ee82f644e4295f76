import { advance } from "./advance.ts";
import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { settleLifecycle } from "./lifecycle.ts";
import { hold, inFlightOf, returnToQueue } from "./pausing.ts";
import { entries, natural, put } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import { becomeUncertain } from "./recovery.ts";
import { skipLostTime } from "./runClock.ts";
import type { Execution } from "./stepState.ts";
import type { Tick } from "./tick.ts";
import { askAgain } from "./waiting.ts";
import { itemId } from "./workItem.ts";

/**
 * The run goes its own way. What was in flight belongs to the run that it is of, under that run's keys, and is never
 * attached: it begins anew, unless it may have had its effect; then a person decides (T18, T19). People are asked
 * again: questions that are open get their whole time, answers that no step has handed on yet are forgotten. What else
 * waits for a time has as much left as it had. Nothing begins before a resume, so that what is other in the fork comes
 * first.
 */
export function startFork(draft: Draft, tick: Extract<Tick, { kind: "run-forked" }>, lastTickAt: number): void {
  const { lifecycle } = draft.run;
  if (lifecycle === "planned" || draft.run.cancel !== null || draft.run.ending !== null) return draft.ignore();
  skipLostTime(draft, lastTickAt);
  const lostMs = Math.max(0, draft.at - lastTickAt);
  const anew = new Set(tick.anew);
  for (const step of draft.plan.steps) {
    const returned: Execution[] = [];
    for (const execution of inFlightOf(draft.peek(step))) {
      if (mayHaveActed(step, execution) && !anew.has(`x${execution.number}`))
        becomeUncertain(draft, step, execution, `run ${tick.of.number} was carrying it out at its tick ${tick.of.seq}`);
      else returned.push(execution);
    }
    returnToQueue(draft, step, returned);
    askAgain(draft, step, lostMs);
    moveRetries(draft, step, lostMs);
  }
  draft.run.sessions = { barren: 0, unproved: false };
  hold(draft, `It was forked from run ${tick.of.number}, after its tick ${tick.of.seq}.`);
  settleLifecycle(draft);
  draft.flushTimers({ silent: true });
  advance(draft);
}

/** Whether it has been asked of somebody outside, or is of a kind that is not simply repeated (T19). */
function mayHaveActed(step: StepPlan, { item, intent }: Execution): boolean {
  if (!doesWork(item)) return false;
  if (step.runnerOwned) return intent !== undefined;
  return intent !== undefined || (step.onInterrupt === "ask" && item.instance === null);
}

/** The time between the last tick and the fork does not count for a delay before a retry. */
function moveRetries(draft: Draft, step: StepPlan, lostMs: number): void {
  const { delayed } = draft.peek(step);
  if (delayed === undefined) return;
  const copy = draft.touch(step);
  for (const [order, { item, deadline }] of [...entries(delayed)]) {
    draft.disarm(deadline);
    const moved = draft.arm("retry", { kind: "wake-up", at: deadline.at + lostMs, item: itemId(item.number) });
    copy.delayed = put(copy.delayed, order, { item, deadline: moved }, natural);
  }
}
