import type { Plan } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import { decodeState } from "../engine/stateCodec.ts";
import type { ExecutionId, ForkedFrom, Tick, TickBody } from "../engine/tick.ts";
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
  /** `stored`, folded, where that was done already: of a long run it is most of the way back. */
  readonly folded?: FoldedRun;
  readonly session: Omit<Extract<TickBody, { kind: "session-started" }>, "kind">;
  /** Epoch ms of its tick, where the journal has that already and waits for what it does; left out: now. */
  readonly sessionAt?: number;
  /** What was asked of the run while nobody owned it, in order; a new run begins with its `run-started`. */
  readonly requests?: readonly { readonly body: TickBody; readonly request: string }[];
  /** It was forked and has not begun yet: this stands in the place of its first session. */
  readonly fork?: { readonly of: ForkedFrom; readonly anew: readonly ExecutionId[]; readonly request: string };
  readonly world: World;
}

/**
 * Goes on with a run of which memory was lost: folds the journal and posts `session-started` (R48). A completed run
 * is only folded. A cancel that waits is obeyed before any work (T27): its tick stands before that of the session.
 */
export function resumeRun(options: ResumeOptions): RunLoop {
  const { runId, plan, stored, session, sessionAt, fork, world, requests = [] } = options;
  const { folded = foldRun(plan, stored) } = options;
  const loop = createRunLoop({ runId, plan, world, ...folded, sinceSnapshot: stored.ticks.length });
  if (folded.state.lifecycle === "completed" || folded.state.lifecycle === "planned") {
    for (const { body, request } of requests) loop.post(body, request);
    return loop;
  }
  if (fork) {
    const { of, anew, request } = fork;
    loop.post({ kind: "run-forked", of, epoch: session.epoch, owner: session.owner, anew }, request);
    for (const { body, request: asked } of requests) loop.post(body, asked);
    return loop;
  }
  for (const { body, request } of requests) if (cancelsRun(body)) loop.post(body, request);
  loop.post({ kind: "session-started", ...session }, undefined, sessionAt);
  for (const { body, request } of requests) if (!cancelsRun(body)) loop.post(body, request);
  return loop;
}

/** Whether it is obeyed before any work (T27). */
export function cancelsRun(body: TickBody): boolean {
  return body.kind === "cancel-requested" && body.execution === undefined;
}
