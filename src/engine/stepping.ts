import { advance } from "./advance.ts";
import { firstClaim, hasFreeWorker, mayBegin } from "./capacity.ts";
import { dispatchHead } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { isHeldBack } from "./pace.ts";
import type { StepPlan } from "./plan.ts";
import type { Breakpoints } from "./tick.ts";
import { headOf } from "./workQueue.ts";

/*
 * Step-through. Breakpoints come with ticks and stand in the state: a run that was given none has nothing of them in
 * its journal, and a replay stops where the run did. Where they are checked: `breaking.ts`.
 */

export function setBreakpoints(draft: Draft, { steps, events }: Breakpoints): void {
  if (draft.run.lifecycle === "planned") return draft.ignore();
  const stopped = draft.run.breaks?.stopped ?? null;
  const none = steps.length + events.length === 0;
  draft.run.breaks = none && stopped === null ? null : { steps, events, stopped, passes: null };
}

/** One item begins although the run is paused, and it stays so: what comes of it waits for the next step or a resume. */
export function stepOnce(draft: Draft): void {
  if (!draft.run.paused || draft.run.cancel !== null || draft.run.ending !== null) return draft.ignore();
  draft.run.paused = false;
  const step = stoppedStep(draft) ?? firstClaim(draft);
  const head = step && headOf(draft.peek(step).queue);
  if (step === undefined || head === undefined || isHeldBack(draft, step, head)) {
    draft.run.paused = true;
    draft.ignore();
    return advance(draft);
  }
  if (draft.run.breaks !== null) draft.run.breaks = { ...draft.run.breaks, stopped: null, passes: null };
  draft.run.reason = null;
  dispatchHead(draft, step, head);
  draft.run.paused = true;
  advance(draft);
}

/** The step before which the run stopped, while the item still stands at the head of its queue and could begin. */
function stoppedStep(draft: Draft): StepPlan | undefined {
  const stopped = draft.run.breaks?.stopped ?? null;
  if (stopped === null) return undefined;
  const step = draft.stepAt(stopped.step);
  const state = draft.peek(step);
  if (headOf(state.queue)?.number !== stopped.item || !hasFreeWorker(step, state)) return undefined;
  return mayBegin(draft, step, stopped.item) ? step : undefined;
}
