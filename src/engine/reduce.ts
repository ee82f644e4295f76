import { assertNever } from "../workflow/assertNever.ts";
import { acknowledgeCancel, requestCancel } from "./cancelling.ts";
import { cleanUp } from "./cleaningUp.ts";
import { setWorker } from "./dispatch.ts";
import { Draft } from "./draft.ts";
import type { Effect } from "./effect.ts";
import { changeEvent } from "./eventChange.ts";
import { wakeUp } from "./failing.ts";
import { finishExecution } from "./finishing.ts";
import { startFork } from "./forking.ts";
import { addEvent } from "./incoming.ts";
import { findExecution } from "./inFlight.ts";
import { openInstance } from "./openInstance.ts";
import { pause, resume } from "./pausing.ts";
import type { Plan } from "./plan.ts";
import { decideRecovery, loseExecution } from "./recovery.ts";
import { reopen } from "./reopening.ts";
import { timeOut } from "./runClock.ts";
import type { RunState } from "./runState.ts";
import { startSession } from "./sessions.ts";
import { startRun } from "./starting.ts";
import { setBreakpoints, stepOnce } from "./stepping.ts";
import type { Execution } from "./stepState.ts";
import { changeStoreOf } from "./storeOf.ts";
import type { Tick } from "./tick.ts";
import { timeOutWaiter } from "./waiterTimeout.ts";

export interface Reduction {
  readonly state: RunState;
  readonly effects: readonly Effect[];
}

/**
 * The one place where a run is decided. Pure: no clock, no chance, no ids but counters in the state.
 *
 * Invariants, which hold after every tick:
 * 1. A work item stands in exactly one place: queued, delayed, running, suspended, parked or set aside.
 * 2. At most `workers` executions of a step hold a slot, each its own; capacity and workspaces are never exceeded.
 * 3. With free capacity no eligible item stays queued (R11), unless the run is paused, cancelling or at its end.
 * 4. The tally agrees with what the steps hold; every deadline belongs to one delayed item, open waiter or the clock.
 * 5. A batch is open exactly while something live is in it (R32).
 * 6. There is one `end`, and after it every tick but the resume of a cancelled run is ignored (R41, T36).
 * 7. What came in is never changed, and what the tick does not concern is shared, not copied.
 */
export function reduce(plan: Plan, state: RunState, tick: Tick): Reduction {
  // An observer was told of what happened, the end included (T31): nothing of the run changes, and no line is written.
  if (tick.kind === "hook-observed") return { state: { ...state, at: tick.at }, effects: [] };
  if (state.lifecycle === "completed" && !reopens(state, tick)) {
    return { state, effects: [{ kind: "notice", notice: { kind: "ignored", tick: tick.kind } }] };
  }
  const draft = new Draft(plan, state, tick);
  if (!beginsSession(tick) && (state.sessions.unproved || state.sessions.barren > 0)) {
    draft.run.sessions = { barren: 0, unproved: false };
  }
  apply(draft, tick, state);
  if (draft.run.ending !== null) cleanUp(draft);
  return draft.finish({ alarm: beginsSession(tick) });
}

/** Memory was lost before it: whatever the runtime held is to be built from the state. */
export function beginsSession({ kind }: Pick<Tick, "kind">): boolean {
  return kind === "session-started" || kind === "run-forked";
}

function reopens({ outcome }: RunState, { kind }: Tick): boolean {
  return kind === "resume-requested" && outcome === "cancellation";
}

function apply(draft: Draft, tick: Exclude<Tick, { kind: "hook-observed" }>, before: RunState): void {
  switch (tick.kind) {
    case "run-started":
      return startRun(draft, tick);
    case "session-started":
      return startSession(draft, before.at);
    case "run-forked":
      return startFork(draft, tick, before.at);
    case "event-added":
      return addEvent(draft, tick);
    case "execution-started":
      return changeExecution(draft, tick.execution, (execution) => ({
        ...execution,
        intent: { owner: tick.owner, key: tick.key },
      }));
    case "instance-started":
      return openInstance(draft, tick);
    case "execution-finished":
      return finishExecution(draft, tick);
    case "event-published":
      if (findExecution(draft, tick.execution) === undefined) return draft.ignore();
      return draft.notice({ kind: "publish", event: tick.event });
    case "store-changed":
      return changeStoreBy(draft, tick);
    case "once-recorded":
      return changeExecution(draft, tick.execution, (execution) => recordOnce(execution, tick));
    case "wake-up":
      return wakeUp(draft, tick.item);
    case "waiter-timed-out":
      return timeOutWaiter(draft, tick);
    case "run-timed-out":
      return timeOut(draft);
    case "pause-requested":
      return pause(draft, tick.reason);
    case "resume-requested":
      return draft.ended ? reopen(draft) : resume(draft);
    case "breakpoints-set":
      return setBreakpoints(draft, tick.breakpoints);
    case "step-requested":
      return stepOnce(draft);
    case "cancel-requested":
      return requestCancel(draft, tick);
    case "cancel-acknowledged":
      return acknowledgeCancel(draft, tick.request);
    case "execution-lost":
      return loseExecution(draft, tick);
    case "recovery-decided":
      return decideRecovery(draft, tick);
    case "event-changed":
      return changeEvent(draft, tick);
    default:
      return assertNever(tick);
  }
}

function changeExecution(draft: Draft, id: string, change: (execution: Execution) => Execution): void {
  const found = findExecution(draft, id);
  if (found === undefined) return draft.ignore();
  setWorker(draft, found.step, found.execution.worker, change(found.execution));
}

function changeStoreBy(draft: Draft, tick: Extract<Tick, { kind: "store-changed" }>): void {
  const found = findExecution(draft, tick.execution);
  if (found === undefined) return draft.ignore();
  changeStoreOf(draft, found.execution.item.lineage.scope, tick.path, tick.delete ? undefined : tick.value);
}

/** The first value stays (R18). */
function recordOnce(execution: Execution, { key, value }: Extract<Tick, { kind: "once-recorded" }>): Execution {
  if (Object.hasOwn(execution.item.once, key)) return execution;
  return { ...execution, item: { ...execution.item, once: { ...execution.item.once, [key]: value } } };
}
