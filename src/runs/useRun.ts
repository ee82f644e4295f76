import { useEffect, useMemo, useRef, useState } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { CanvasLive } from "../editor/canvas/live.ts";
import type { Refusal } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { RunUpdate } from "../protocol/runUpdate.ts";
import type { StoredRun } from "../protocol/storedRun.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import { workflowAt } from "../workflow/subWorkflows.ts";
import { wiresOf } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import { hearDirectly } from "./hearDirectly.ts";
import { createHistoryFeed, type HistoryFeed } from "./historyFeed.ts";
import { brief } from "./journalLine.ts";
import { canvasLive } from "./liveSteps.ts";
import { createMoment, type MomentStore, shownAt } from "./moment.ts";
import { applyRunUpdates, type RunFeed } from "./runFeed.ts";
import { taskReason } from "./taskReason.ts";

/**
 * How often a busy run is drawn, ms. Drawing each frame takes the processor from the run itself, and nobody reads
 * faster.
 */
const shownEveryMs = 100;

export type LoadedRun =
  | { readonly kind: "loading" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "loaded"; readonly stored: StoredRun };

/** What a run was started from: it never changes, so it is read once. */
export function useStoredRun(api: EngineApi, id: string): LoadedRun {
  const [loaded, setLoaded] = useState<LoadedRun>({ kind: "loading" });
  useEffect(() => {
    let left = false;
    void api.loadRun(id).then((answer) => {
      if (left) return;
      setLoaded(answer.ok ? { kind: "loaded", stored: answer.value } : { kind: "refused", refusal: answer.refusal });
    });
    return () => {
      left = true;
    };
  }, [api, id]);
  return loaded;
}

/** Stores that follow one run for as long as its page is shown. */
export interface RunStores {
  /** The run as it is now. */
  readonly feed: StoreApi<RunFeed>;
  readonly moment: MomentStore;
  /** The run as the page shows it: now, or at the chosen moment. */
  readonly shown: StoreApi<RunFeed>;
  readonly history: HistoryFeed;
  /** The execution that the details show; `null`: the newest one. */
  readonly attempt: StoreApi<{ readonly execution: string | null }>;
  readonly canvas: StoreApi<CanvasLive>;
  /** The value of the store whose changes are shown and jumped to; `null`: all of it. */
  readonly storeKey: StoreApi<{ readonly key: string | null }>;
}

/**
 * `scope`: the path of the step whose workflow is drawn; `""`: the run's own. `tick`: the moment that is shown first;
 * later ones are set in the store. `folded`: the journal, where it need not be read.
 */
export function useRunStores(
  api: EngineApi,
  { summary, workflow, input }: StoredRun,
  { scope, tick, folded }: { readonly scope: string; readonly tick: number | null; readonly folded?: HistoryFeed },
): RunStores {
  const first = useRef(tick);
  const { id } = summary;
  const inputLine = input === null || brief(input) === "{}" ? undefined : brief(input);
  const stores = useMemo(
    (): RunStores => ({
      feed: createStore<RunFeed>(() => ({ kind: "waiting" })),
      moment: createMoment(first.current),
      shown: createStore<RunFeed>(() => ({ kind: "waiting" })),
      history: folded ?? createHistoryFeed(api, id, workflow),
      attempt: createStore<{ readonly execution: string | null }>(() => ({ execution: null })),
      canvas: createStore<CanvasLive>(() => ({ steps: {}, startedAt: null })),
      storeKey: createStore<{ readonly key: string | null }>(() => ({ key: null })),
    }),
    [api, id, workflow, folded],
  );
  const drawn = useRef({ scope, draw: () => {} });
  useEffect(() => {
    if (drawn.current.scope === scope) return;
    drawn.current.scope = scope;
    // What was drawn is of other steps, which may have the same names.
    stores.canvas.setState({ steps: {}, startedAt: null }, true);
    drawn.current.draw();
  }, [scope, stores]);
  useEffect(() => {
    const { feed, moment, shown, history, canvas } = stores;
    const title = (step: StepId) => stepTitle(workflow, step);
    const draw = (): void => {
      const { tick } = moment.getState();
      const { travel, history: whole } = history.store.getState();
      const run = shownAt(feed.getState(), tick, travel);
      const drawnBefore = shown.getState();
      // A past stays as it is while the run goes on.
      const isSame =
        tick !== null && run.kind === "shown" && drawnBefore.kind === "shown" && drawnBefore.view === run.view;
      if (!isSame) shown.setState(run, true);
      if (run.kind !== "shown") return;
      const before = canvas.getState();
      const inside = drawn.current.scope;
      const wires = wiresOf(workflowAt(workflow, inside) ?? workflow);
      const past = tick === null ? whole : whole.at(run.seq);
      const next = canvasLive(before, run, past, {
        wires,
        inputLine: inside === "" ? inputLine : undefined,
        title,
        scope: inside,
        whyNot: (path) => taskReason(path, workflow, run.view, past, title),
        at: tick === null ? undefined : past.lastAt,
      });
      if (next !== before) canvas.setState(next, true);
    };
    drawn.current.draw = draw;
    const { port1, port2 } = new MessageChannel();
    let waiting: RunUpdate[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawnAt = 0;
    const show = (): void => {
      timer = undefined;
      drawnAt = performance.now();
      if (waiting.length > 0) {
        const next = applyRunUpdates(feed.getState(), waiting);
        waiting = [];
        feed.setState(next, true);
        if (next.kind === "shown") history.advance(next.seq);
      }
      draw();
    };
    /** What the engine tells and what was read of the journal are drawn together, where they come together. */
    const showSoon = (): void => {
      timer ??= setTimeout(show, Math.max(0, drawnAt + shownEveryMs - performance.now()));
    };
    const hear = (update: RunUpdate): void => {
      waiting.push(update);
      if (performance.now() - drawnAt < shownEveryMs) showSoon();
      else {
        clearTimeout(timer);
        show();
      }
    };
    port1.onmessage = (event: MessageEvent<RunUpdate>) => hear(event.data);
    const hearNoMore = hearDirectly(port2, hear);
    const stopHistory = history.store.subscribe(showSoon);
    const stopMoment = moment.subscribe(draw);
    void api.watchRun(id, port2);
    return () => {
      clearTimeout(timer);
      hearNoMore();
      stopHistory();
      stopMoment();
      history.stop();
      port1.postMessage("close");
      port1.close();
    };
  }, [api, id, stores, workflow, inputLine]);
  return stores;
}
