import { createStore, type StoreApi } from "zustand/vanilla";
import { planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState } from "../engine/runState.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { RunHistory } from "./runHistory.ts";

/** How many ticks are asked for at once. */
const chunk = 2_000;

export interface HistoryState {
  readonly history: RunHistory;
  /** The last tick read; a new number means that the history grew. */
  readonly seq: number;
  /** Why the journal could not be read on. */
  readonly trouble: string | null;
}

export interface HistoryFeed {
  readonly store: StoreApi<HistoryState>;
  /** There are ticks up to here: read what is missing. */
  advance(seq: number): void;
  stop(): void;
}

/**
 * Reads the journal of a run behind its live view and folds it with the same reducer that made it, so that every tick
 * can be shown with the steps and attempts it concerned.
 */
export function createHistoryFeed(api: EngineApi, runId: string, workflow: Workflow): HistoryFeed {
  const history = new RunHistory((step) => findStep(workflow, step)?.emits?.done);
  const store = createStore<HistoryState>(() => ({ history, seq: 0, trouble: null }));
  const plan = planWorkflow(workflow);
  let state = initialState(plan);
  let wanted = 0;
  let reading = false;
  let stopped = false;

  const fold = (ticks: Awaited<ReturnType<EngineApi["readTicks"]>>): void => {
    for (const tick of ticks) {
      if (tick.seq !== history.seq + 1) continue;
      const reduction = reduce(plan, state, tick);
      state = reduction.state;
      history.add(tick, reduction.effects);
    }
  };

  const read = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      while (!stopped && history.seq < wanted) {
        const from = history.seq + 1;
        const ticks = await api.readTicks(runId, from, Math.min(wanted, from + chunk - 1));
        if (stopped) return;
        fold(ticks);
        // A journal that ends earlier than announced would be asked for ever.
        if (history.seq < from) break;
        store.setState({ seq: history.seq, trouble: null });
      }
    } catch (error) {
      store.setState({ trouble: error instanceof Error ? error.message : String(error) });
    } finally {
      reading = false;
    }
  };

  return {
    store,
    advance(seq) {
      if (seq <= wanted) return;
      wanted = seq;
      void read();
    },
    stop() {
      stopped = true;
    },
  };
}
