import { createContext, use, useCallback, useLayoutEffect, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { StepView } from "../../engine/view.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { changedKeys } from "./changedKeys.ts";

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

/** What a canvas draws of a run. Keep the object of a step while nothing of it changed: its card then stays as it is. */
export interface CanvasLive {
  readonly steps: Readonly<Record<StepId, StepLive>>;
  /** Epoch ms; `null` before the run began. */
  readonly startedAt: number | null;
  /** What the run was started with, in one line. */
  readonly inputLine?: string;
  /** Epoch ms: the moment that is shown, when it is not the present. */
  readonly at?: number | undefined;
  /** By wire id: how many events went over it. The table may go along from one state to the next. */
  readonly passed?: Readonly<Record<string, number>>;
  /** The wires of a table that went along which have other counts than in the state before. */
  readonly passedAnew?: readonly string[];
}

export type LiveStore = Pick<StoreApi<CanvasLive>, "getState" | "getInitialState" | "subscribe">;

const nothing: CanvasLive = { steps: {}, startedAt: null };
const noStore: LiveStore = { getState: () => nothing, getInitialState: () => nothing, subscribe: () => () => {} };

/**
 * Hands changes of the live state on to those whose part changed. A thousand cards and as many wires that each hear of
 * every change would ask two thousand times whether it concerns them.
 */
export interface LiveHub {
  readonly store: LiveStore;
  /** Whether cards show a run, also before anything is told of it. */
  readonly isRun: boolean;
  /** `keys`: ids of steps, and of wires (`wireKey`). Whoever named one is called when it, or the run as a whole, changes. */
  readonly watch: (keys: readonly string[], listener: () => void) => () => void;
}

/** What a listener names to hear of a wire. */
export const wireKey = (wire: string) => `wire ${wire}`;
/** What a listener names to hear that another moment is shown. */
export const momentKey = "the moment";

export function createLiveHub(store: LiveStore | undefined): LiveHub {
  const source = store ?? noStore;
  const listeners = new Map<string, Set<() => void>>();
  let stop = () => {};
  const hear = (next: CanvasLive, before: CanvasLive): void => {
    const concerned = new Set<() => void>();
    const tell = (key: string): void => {
      for (const listener of listeners.get(key) ?? []) concerned.add(listener);
    };
    if (next.startedAt !== before.startedAt || (next.passed === undefined) !== (before.passed === undefined))
      for (const key of listeners.keys()) tell(key);
    if (next.steps !== before.steps) for (const step of changedKeys(next.steps, before.steps)) tell(step);
    if (next.at !== before.at) tell(momentKey);
    for (const wire of passedSince(next, before)) tell(wireKey(wire));
    for (const listener of concerned) listener();
  };
  return {
    store: source,
    isRun: store !== undefined,
    watch(keys, listener) {
      if (listeners.size === 0) stop = source.subscribe(hear);
      for (const key of keys) {
        const known = listeners.get(key);
        if (known === undefined) listeners.set(key, new Set([listener]));
        else known.add(listener);
      }
      return () => {
        for (const key of keys) {
          const known = listeners.get(key);
          known?.delete(listener);
          if (known?.size === 0) listeners.delete(key);
        }
        if (listeners.size === 0) stop();
      };
    },
  };
}

/** The wires over which more, or fewer, events went in the next state than in the one before. */
function passedSince(next: CanvasLive, before: CanvasLive): readonly string[] {
  if (next.passed === before.passed) return next.passedAnew ?? [];
  return changedKeys(next.passed ?? {}, before.passed ?? {});
}

export const LiveContext = createContext<LiveHub>(createLiveHub(undefined));

/** A part of the live state; the component renders only when that part is another object or value. */
export function useLive<T>(select: (live: CanvasLive) => T): T {
  return useStore(use(LiveContext).store, select);
}

/** The live state of one step; `undefined` in the editor. */
export function stepIn({ steps }: CanvasLive, step: StepId): StepLive | undefined {
  return Object.hasOwn(steps, step) ? steps[step] : undefined;
}

/**
 * What `select` takes of the live state for a card or a wire: a plain value. It is asked again when one of `keys`
 * changed, and the component renders only when it answers something else.
 */
export function useLivePart<T extends string | number | boolean>(
  keys: readonly string[],
  select: (live: CanvasLive) => T,
): T {
  const hub = use(LiveContext);
  const named = keys.join("\n");
  const watch = useCallback((listener: () => void) => hub.watch(named.split("\n"), listener), [hub, named]);
  return useSyncExternalStore(watch, () => select(hub.store.getState()));
}

/**
 * Has the live state written into elements that are drawn already, whenever one of `keys` changes. React would look
 * at all cards and wires of the canvas for each that it renders again: of a thousand that takes longer than a frame.
 * `write` stays the same function as long as it would write the same; it answers how to end what it began.
 */
export function useLiveWriting(keys: readonly string[], write: (hub: LiveHub) => Writer): void {
  const hub = use(LiveContext);
  const named = keys.join("\n");
  useLayoutEffect(() => {
    const writer = write(hub);
    writer.write();
    const stop = hub.watch(named.split("\n"), writer.write);
    return () => {
      stop();
      writer.stop?.();
    };
  }, [hub, named, write]);
}

export interface Writer {
  write(): void;
  stop?(): void;
}
