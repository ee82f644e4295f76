import { createStore, type StoreApi } from "zustand/vanilla";
import { planWorkflow } from "../engine/plan.ts";
import { TimeTravel } from "../engine/TimeTravel.ts";
import type { Tick } from "../engine/tick.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { RunHistory } from "./runHistory.ts";

/** How many ticks are asked for at once. */
const chunk = 2_000;
/** Folded in one go while the page is drawn on; what is more waits for idle time. */
const atOnce = 400;
/** Work within one slice at least, ms: half a frame. */
const sliceMs = 8;
/** A long journal is told of so often, ms: each telling draws the page. */
const toldEveryMs = 300;

export interface HistoryState {
  readonly history: RunHistory;
  /** The state and the view after any tick that was read. */
  readonly travel: TimeTravel;
  /** The last tick read; a new number means that the history grew. */
  readonly seq: number;
  /** The last tick that there is, as far as is known: the journal is being read up to here. */
  readonly upTo: number;
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
 * can be shown with the steps and attempts it concerned. A long journal is read in pages and folded in idle slices.
 */
export function createHistoryFeed(
  api: Pick<EngineApi, "readTicks">,
  runId: string,
  workflow: Workflow,
  idle: () => Promise<number> = idleTime,
): HistoryFeed {
  const history = new RunHistory((step) => findStep(workflow, step)?.emits?.done);
  const travel = new TimeTravel(planWorkflow(workflow));
  const store = createStore<HistoryState>(() => ({ history, travel, seq: 0, upTo: 0, trouble: null }));
  let wanted = 0;
  let reading = false;
  let stopped = false;
  let toldAt = 0;

  const tell = (): void => {
    toldAt = performance.now();
    store.setState({ seq: history.seq, upTo: Math.max(wanted, history.seq), trouble: null });
  };

  const fold = async (ticks: readonly Tick[]): Promise<void> => {
    const isLong = wanted - history.seq > atOnce;
    let until = performance.now() + sliceMs;
    for (const tick of ticks) {
      if (tick.seq !== history.seq + 1) continue;
      if (isLong && performance.now() > until) {
        if (performance.now() - toldAt > toldEveryMs) tell();
        const ms = await idle();
        if (stopped) return;
        until = performance.now() + Math.max(sliceMs, ms);
      }
      history.add(tick, travel.add(tick).effects);
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
        await fold(ticks);
        if (stopped) return;
        // A journal that ends earlier than announced would be asked for ever.
        if (history.seq < from) break;
        if (history.seq >= wanted || performance.now() - toldAt > toldEveryMs) tell();
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

/** The history of a run that was folded elsewhere, whole: there is nothing more to read. */
export function foldedHistory({ history, travel }: Pick<HistoryState, "history" | "travel">): HistoryFeed {
  const { seq } = history;
  const store = createStore<HistoryState>(() => ({ history, travel, seq, upTo: seq, trouble: null }));
  return { store, advance() {}, stop() {} };
}

/** A moment in which nothing else is to be done, and for how long, ms; a busy page comes first, but not for long. */
function idleTime(): Promise<number> {
  return new Promise((go) => {
    if (typeof requestIdleCallback !== "function") setTimeout(() => go(0), 0);
    else requestIdleCallback((deadline) => go(deadline.timeRemaining()), { timeout: 50 });
  });
}
