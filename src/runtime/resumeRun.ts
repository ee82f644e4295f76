import { outstandingExecutions } from "../engine/outstanding.ts";
import type { Plan } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import { decodeState } from "../engine/stateCodec.ts";
import type { Tick, TickBody } from "../engine/tick.ts";
import { viewRun } from "../engine/viewRun.ts";
import type { Json } from "../workflow/json.ts";
import { createRunLoop } from "./runLoop.ts";
import type { RunLoop, World } from "./world.ts";

/** A run as it lies in the journal: a snapshot, if there is one, and the ticks after it. */
export interface StoredRun {
  /** `at`: time of the tick `seq`, epoch ms. */
  readonly snapshot?: { readonly seq: number; readonly at: number; readonly state: Json };
  readonly ticks: readonly Tick[];
}

export interface FoldedRun {
  readonly state: RunState;
  readonly seq: number;
  readonly at: number;
}

/** Folds what is stored into the state of its last tick (R49). Throws when the snapshot is of another version. */
export function foldRun(plan: Plan, stored: StoredRun): FoldedRun {
  const { snapshot, ticks } = stored;
  const last = ticks.at(-1) ?? snapshot;
  return {
    state: replay(plan, snapshot ? decodeState(plan, snapshot.state) : initialState(plan), ticks),
    seq: last?.seq ?? 0,
    at: last?.at ?? 0,
  };
}

export interface ResumeOptions {
  readonly runId: string;
  readonly plan: Plan;
  readonly stored: StoredRun;
  readonly session: Omit<Extract<TickBody, { kind: "session-started" }>, "kind">;
  /** What was asked of the run while nobody owned it, in order; a new run begins with its `run-started`. */
  readonly requests?: readonly { readonly body: TickBody; readonly request: string }[];
  readonly world: World;
}

/**
 * Goes on with a run of which memory was lost: folds the journal and posts `session-started` (R48). A run that lost
 * its tab three times over the same work is paused instead of being begun once more (R77). A completed run is only
 * folded. A cancel that waits is obeyed before any work (T27): its tick stands before that of the session.
 */
export function resumeRun(options: ResumeOptions): RunLoop {
  const { runId, plan, stored, session, world, requests = [] } = options;
  const folded = foldRun(plan, stored);
  const loop = createRunLoop({ runId, plan, world, ...folded, sinceSnapshot: stored.ticks.length });
  if (folded.state.lifecycle === "completed" || folded.state.lifecycle === "planned") {
    for (const { body, request } of requests) loop.post(body, request);
    return loop;
  }
  for (const { body, request } of requests) if (cancelsRun(body)) loop.post(body, request);
  loop.post({ kind: "session-started", ...session });
  for (const { body, request } of requests) if (!cancelsRun(body)) loop.post(body, request);
  if (folded.state.lifecycle !== "paused" && isStuck(plan, folded.state, stored.ticks)) {
    loop.post({
      kind: "pause-requested",
      reason:
        "The last three sessions of this run ended while it worked, without any progress. It is paused so that it does not end this tab again; look at the running steps, then resume it.",
    });
  }
  return loop;
}

function cancelsRun(body: TickBody): boolean {
  return body.kind === "cancel-requested" && body.execution === undefined;
}

/** Sessions in a row without progress after which a run is paused (R77). */
const barrenSessions = 3;

function isStuck(plan: Plan, state: RunState, ticks: readonly Tick[]): boolean {
  const tail = ticks.slice(-barrenSessions);
  if (tail.length < barrenSessions || tail.some((tick) => tick.kind !== "session-started")) return false;
  // Waiting for a person, a deadline or the runner is no progress either, but ends no tab.
  const { steps } = viewRun(plan, state);
  const inFlight = new Set(outstandingExecutions(state));
  return Object.entries(steps).some(
    ([id, step]) =>
      plan.workflow.steps[id]?.kind !== "command" && step.workers.some((worker) => inFlight.has(worker.execution)),
  );
}
