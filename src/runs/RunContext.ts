import { createContext, use } from "react";
import { useStore } from "zustand";
import type { EngineApi, StoredRun } from "../protocol/engineApi.ts";
import { useNow } from "../ui/RelativeTime.tsx";
import type { StepId } from "../workflow/workflow.ts";
import type { HistoryState } from "./historyFeed.ts";
import type { ShownRun } from "./runFeed.ts";
import type { RunStores } from "./useRun.ts";

/** What every part of a run's page needs. */
export interface RunContextValue {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  readonly stores: RunStores;
  /** Steers nothing: it was imported, or opened from a damaged log. */
  readonly readOnly: boolean;
  /** Where its workflow is edited, when that is here. */
  readonly editorHref: string | undefined;
  /** Shows another run. */
  openRun(run: string): void;
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

/** A part of the run as the engine told it last; renders only when that part is another object or value. */
export function useShown<T>(select: (run: ShownRun) => T): T | undefined {
  return useStore(useRunContext().stores.feed, (feed) => (feed.kind === "shown" ? select(feed) : undefined));
}

export function useHistory(): HistoryState {
  return useStore(useRunContext().stores.history.store);
}

/** The time of the run, epoch ms: it stands still when the run ended, or when nobody drives it. */
export function useRunTime(): number {
  const now = useNow();
  const { history } = useHistory();
  const endedAt = useShown(({ summary }) => summary.endedAt);
  const owner = useShown(({ owner }) => owner);
  if (endedAt !== undefined) return endedAt;
  return owner === "none" ? (history.lastAt ?? now) : now;
}
