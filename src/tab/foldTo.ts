import type { Plan } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import { decodeState } from "../engine/stateCodec.ts";
import type { ExecutionId, Tick } from "../engine/tick.ts";
import type { Database } from "../storage/Database.ts";
import { eachTicks } from "../storage/segments.ts";
import { snapshotBefore } from "../storage/snapshots.ts";

/** A run as it was behind one of its ticks. */
export interface PastState {
  readonly state: RunState;
  readonly last: Tick;
  /** Executions that this tick dispatched. */
  readonly anew: readonly ExecutionId[];
}

/** From the nearest snapshot; `undefined`: there is no such tick. */
export async function foldTo(
  database: Database,
  plan: Plan,
  runId: string,
  seq: number,
): Promise<PastState | undefined> {
  let { state, from } = await nearest(database, plan, runId, seq);
  for await (const piece of eachTicks(database, runId, { from })) {
    for (const tick of piece) {
      const reduction = reduce(plan, state, tick);
      state = reduction.state;
      if (tick.seq === seq) return { state, last: tick, anew: dispatchedBy(reduction) };
    }
  }
  return undefined;
}

function dispatchedBy({ effects }: ReturnType<typeof reduce>): readonly ExecutionId[] {
  return effects.flatMap((effect) => (effect.kind === "start" ? [effect.dispatch.execution] : []));
}

/** One that another version of the engine wrote is not read. */
async function nearest(database: Database, plan: Plan, runId: string, seq: number) {
  const snapshot = await snapshotBefore(database, runId, seq);
  try {
    if (snapshot !== undefined) return { state: decodeState(plan, snapshot.state), from: snapshot.seq + 1 };
  } catch {
    // The journal is the truth, and says the same.
  }
  return { state: initialState(plan), from: 1 };
}
