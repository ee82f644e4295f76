import { createContext, use } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { StepView } from "../../engine/view.ts";
import type { StepId } from "../../workflow/workflow.ts";

/** What a step that does not run, or not yet, waits for. */
export interface Waiting {
  readonly for: "you" | "retry" | "workspace" | "runner" | "event" | "decision" | "pace" | "time";
  /** Epoch ms: when the retry, the next dispatch, the end of the delay or the deadline comes. */
  readonly until?: number;
  /** Who holds the workspace, which event is awaited, how many items are parked. */
  readonly what?: string;
}

/** How far a batch is, at the step that opened it and at its joins. */
export interface BatchProgress {
  readonly done: number;
  readonly members: number;
  /** How many batches are counted together. */
  readonly batches: number;
  /** Lists of a `forEach` that are under way beside this one. */
  readonly moreLists?: number;
}

/** One step of a run as its card shows it. */
export interface StepLive extends StepView {
  readonly waitingFor: Waiting | null;
  readonly batch?: BatchProgress;
  /** Why a join has not begun yet: for the card, and whole. */
  readonly joinWait?: { readonly short: string; readonly long: readonly string[] };
  /** Of a task that was skipped, blocked or cancelled before it began: what decided so. */
  readonly whyNot?: readonly string[];
  /** Epoch ms: when the oldest execution that runs now began, if known. */
  readonly runningSince?: number;
  /** How long the last finished execution took, ms, if known. */
  readonly lastMs?: number;
}

/** What a canvas draws of a run. Keep the object of a step while nothing of it changed: its card then stays still. */
export interface CanvasLive {
  readonly steps: Readonly<Record<StepId, StepLive>>;
  /** Epoch ms; `null` before the run began. */
  readonly startedAt: number | null;
  /** What the run was started with, in one line. */
  readonly inputLine?: string;
  /** Epoch ms: the moment that is shown, when it is not the present. */
  readonly at?: number | undefined;
  /** By wire id: how many events went over it. */
  readonly passed?: Readonly<Record<string, number>>;
}

export type LiveStore = Pick<StoreApi<CanvasLive>, "getState" | "getInitialState" | "subscribe">;

export const LiveContext = createContext<LiveStore | null>(null);

const nothing: CanvasLive = { steps: {}, startedAt: null };
const noStore: LiveStore = { getState: () => nothing, getInitialState: () => nothing, subscribe: () => () => {} };

/** A part of the live state; the component renders only when that part is another object or value. */
export function useLive<T>(select: (live: CanvasLive) => T): T {
  return useStore(use(LiveContext) ?? noStore, select);
}

/** The live state of one step; `undefined` in the editor. */
export function useStepLive(step: StepId): StepLive | undefined {
  return useLive((live) => (Object.hasOwn(live.steps, step) ? live.steps[step] : undefined));
}
