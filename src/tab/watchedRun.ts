import { type Plan, planWorkflow } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import type { RunState } from "../engine/runState.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { loadHead } from "../storage/runs.ts";
import { readTicks } from "../storage/segments.ts";
import { foldHead } from "./foldHead.ts";
import type { TabContext } from "./tabContext.ts";

/** A run that this tab only looks at: finished, imported, or driven by another tab. */
export interface WatchedRun {
  readonly plan: Plan;
  readonly state: RunState;
  readonly seq: number;
  readonly summary: RunSummary;
  holds: readonly Hold[];
  /** Folds what was committed since; answers whether there was something. */
  catchUp(): Promise<boolean>;
}

export async function watchStoredRun(tab: TabContext, runId: string): Promise<WatchedRun | null> {
  const { database } = tab;
  const damaged = tab.damagedLogs.get(runId);
  if (damaged) {
    const { plan, state, summary } = damaged;
    return { plan, state, seq: damaged.ticks.length, summary, holds: [], catchUp: async () => false };
  }
  const head = await loadHead(database, runId);
  if (!head) return null;
  const plan = planWorkflow(head.workflow);
  const { folded } = await foldHead(database, plan, head);
  let { state, seq } = folded;

  return {
    plan,
    get state() {
      return state;
    },
    get seq() {
      return seq;
    },
    get summary() {
      return { ...(tab.library.runOf(runId) ?? head.run.summary), seq };
    },
    holds: [],
    async catchUp() {
      const ticks = await readTicks(database, runId, seq + 1, Number.MAX_SAFE_INTEGER);
      if (ticks.length === 0) return false;
      state = replay(plan, state, ticks);
      seq = ticks.at(-1)?.seq ?? seq;
      return true;
    },
  };
}
