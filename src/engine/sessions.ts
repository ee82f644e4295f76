import { advance } from "./advance.ts";
import { cancelLost } from "./cancelling.ts";
import { dispatchOf, drain } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { isDropped } from "./elements.ts";
import { settleLifecycle } from "./lifecycle.ts";
import { hold, inFlightOf, returnToQueue } from "./pausing.ts";
import type { StepPlan } from "./plan.ts";
import { becomeUncertain } from "./recovery.ts";
import { skipLostTime } from "./runClock.ts";
import type { Execution } from "./stepState.ts";
import { stopEffect } from "./stopEffect.ts";

/** So many sessions in a row without progress, and the run is paused (R77). */
const barrenSessions = 3;

/**
 * Memory was lost and the run is rebuilt from its journal (R48). What the tab itself carried out is gone: it returns
 * to the head of its queue, or a person is asked (T19). What the runner carries out is asked about by key (T18).
 */
export function startSession(draft: Draft, lastTickAt: number): void {
  if (draft.run.lifecycle === "planned") return draft.ignore();
  skipLostTime(draft, lastTickAt);
  const lost = draft.plan.steps.map((step) => ({ step, executions: inFlightOf(draft.peek(step)) }));
  const attached: { readonly step: StepPlan; readonly execution: Execution }[] = [];
  const returned: StepPlan[] = [];
  let lostWork = false;
  for (const { step, executions } of lost) {
    const cutOff: Execution[] = [];
    for (const execution of executions) {
      const working = doesWork(execution.item);
      if (working && (step.runnerOwned || execution.intent !== undefined)) attached.push({ step, execution });
      // A workflow that runs in the state has lost nothing: its step takes it up again.
      else if (working && step.onInterrupt === "ask" && execution.item.instance === null)
        becomeUncertain(draft, step, execution, "the tab was closed while it ran");
      else if (draft.run.cancel !== null && !step.step.always) cancelLost(draft, step, execution);
      else cutOff.push(execution);
    }
    returnToQueue(draft, step, cutOff);
    if (cutOff.length > 0) returned.push(step);
    lostWork ||= cutOff.some(({ item }) => item.instance === null);
  }
  countSession(draft, lostWork);
  settleLifecycle(draft);
  for (const { step, execution } of attached) {
    draft.effect({
      kind: "attach",
      dispatch: dispatchOf(draft, step, execution),
      ...execution.intent,
    });
  }
  for (const { step, execution } of attached) {
    if (isDropped(draft, step, execution.item)) draft.effect(stopEffect(step, execution, "dropped"));
  }
  const { cancel } = draft.run;
  if (cancel !== null) {
    for (const { execution } of attached) {
      draft.effect({ kind: "stop", execution: `x${execution.number}`, request: cancel.request });
    }
    draft.run.cancel = { ...cancel, asked: false };
  }
  // What an interrupted execution held goes back to it first (R44), steps in declaration order.
  for (const step of returned) drain(draft, step);
  advance(draft);
}

/**
 * A session that cut off running work and made no progress until the next one did so again is barren: such a run
 * may be what kills its tab (R77). A run that only waits is never barren, however often it is loaded.
 */
function countSession(draft: Draft, lostWork: boolean): void {
  const { barren, unproved } = draft.run.sessions;
  const counted = unproved ? barren + 1 : 0;
  draft.run.sessions = { barren: counted, unproved: lostWork };
  if (!lostWork || counted < barrenSessions || draft.run.paused || draft.run.cancel !== null) return;
  hold(
    draft,
    `The run made no progress in ${counted} sessions in a row, so it is paused. Resume it when you know why.`,
  );
  draft.run.sessions = { barren: 0, unproved: false };
}
