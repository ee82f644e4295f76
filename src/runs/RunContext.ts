import { createContext, use, useMemo } from "react";
import { useStore } from "zustand";
import type { Answer, Refusal } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { StoredRun } from "../protocol/storedRun.ts";
import { useNow } from "../ui/RelativeTime.tsx";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { HistoryAt } from "./historyAt.ts";
import type { HistoryState } from "./historyFeed.ts";
import type { ShownRun } from "./runFeed.ts";
import type { RunStores } from "./useRun.ts";

export type StartRun = () => Promise<Answer<{ readonly runId: string }>>;

/** What every part of a run's page needs. */
export interface RunContextValue {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  readonly stores: RunStores;
  /** Steers nothing: it was opened from a damaged log, or a moment of its past is shown. */
  readonly readOnly: boolean;
  /** Nothing of it is stored: it was opened from a damaged log, or an HTML file shows it. */
  readonly damaged: boolean;
  /** Where its workflow is edited, when that is here. */
  readonly editorHref: string | undefined;
  /** Shows another run. */
  openRun(run: string): void;
  /** Shows what the workflow of the run may do, and goes on when that was allowed. */
  askConsent(go: () => Promise<void>): void;
  /**
   * Begins a new run and shows it; what nobody allowed yet is asked about before. `null`: it began, or the person is
   * asked.
   */
  begin(workflow: Workflow, start: StartRun): Promise<Refusal | null>;
  title(step: StepId): string;
  readonly selected: StepId | null;
  /** `show`: brings its card into view, too. */
  select(step: StepId | null, options?: { readonly show?: boolean }): void;
  /** The path of the step whose workflow is on the canvas; `""`: the run's own. */
  readonly inside: string;
  /** Puts the workflow that a step runs on the canvas (R79); `""`: the run's own. */
  openInside(step: string): void;
}

export const RunContext = createContext<RunContextValue | null>(null);

export function useRunContext(): RunContextValue {
  const value = use(RunContext);
  if (value === null) throw new Error("used outside of a run's page");
  return value;
}

/** A part of the run as the page shows it; renders only when that part is another object or value. */
export function useShown<T>(select: (run: ShownRun) => T): T | undefined {
  return useStore(useRunContext().stores.shown, (feed) => (feed.kind === "shown" ? select(feed) : undefined));
}

/** A part of the run as it is now, whatever moment is shown. */
export function useNewest<T>(select: (run: ShownRun) => T): T | undefined {
  return useStore(useRunContext().stores.feed, (feed) => (feed.kind === "shown" ? select(feed) : undefined));
}

/** The tick after which the run is shown; `null`: as it is now. */
export function useTick(): number | null {
  return useStore(useRunContext().stores.moment, ({ tick }) => tick);
}

/** All that was read of the journal. */
export function useHistory(): HistoryState {
  return useStore(useRunContext().stores.history.store);
}

/** A part of what was read of the journal; renders only when that part is another object or value. */
export function useHistoryPart<T>(select: (state: HistoryState) => T): T {
  return useStore(useRunContext().stores.history.store, select);
}

/** The journal as far as the moment that is shown. */
export function usePast(): HistoryAt {
  return usePastSince(({ seq }) => seq);
}

/** The same, for whoever shows one step: renders only when something new was read on it. */
export function usePastOf(step: StepId): HistoryAt {
  return usePastSince(({ history }) => history.touchedAt(step));
}

function usePastSince(grown: (state: HistoryState) => number): HistoryAt {
  const history = useHistoryPart(({ history }) => history);
  const since = useHistoryPart(grown);
  const tick = useTick();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history grows in place; what was read says when
  return useMemo(() => (tick === null ? history : history.at(tick)), [history, since, tick]);
}

/** The time of the run, epoch ms: it stands still when the run ended, when nobody drives it, or in the past. */
export function useRunTime(): number {
  const now = useNow();
  const tick = useTick();
  const endedAt = useNewest(({ summary }) => summary.endedAt);
  const owner = useNewest(({ owner }) => owner);
  const stoodStill = useHistoryPart(({ history }) => {
    if (tick !== null) return history.at(tick).lastAt;
    return endedAt === undefined && owner === "none" ? history.lastAt : undefined;
  });
  return stoodStill ?? endedAt ?? now;
}
