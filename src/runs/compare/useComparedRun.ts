import { useEffect, useMemo, useRef } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { CanvasLive } from "../../editor/canvas/live.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { RunUpdate } from "../../protocol/runUpdate.ts";
import type { StoredRun } from "../../protocol/storedRun.ts";
import { stepTitle } from "../../workflow/stepTitle.ts";
import { wiresOf } from "../../workflow/wires.ts";
import type { StepId } from "../../workflow/workflow.ts";
import type { HistoryAt } from "../historyAt.ts";
import { canvasLive } from "../liveSteps.ts";
import { applyRunUpdates, type RunFeed } from "../runFeed.ts";
import { type ComparedSide, emittedKey } from "./compareMessages.ts";

/** A run that goes on is drawn so often, ms. */
const shownEveryMs = 250;

/** What the canvas of one side draws: the run as it stands, with what the worker found in its journal. */
export function useComparedRun(
  api: EngineApi,
  { summary, workflow }: StoredRun,
  side: ComparedSide | undefined,
  onSeq: (seq: number) => void,
): StoreApi<CanvasLive> {
  const { id } = summary;
  const feed = useMemo(() => createStore<RunFeed>(() => ({ kind: "waiting" })), []);
  const canvas = useMemo(() => createStore<CanvasLive>(() => ({ steps: {}, startedAt: null })), []);
  const told = useRef(onSeq);
  told.current = onSeq;
  const draw = useMemo(() => {
    const wires = wiresOf(workflow);
    const title = (step: StepId) => stepTitle(workflow, step);
    return (known: ComparedSide | undefined): void => {
      const run = feed.getState();
      if (run.kind !== "shown") return;
      const before = canvas.getState();
      const next = canvasLive(before, run, endOf(known), { wires, title });
      if (next !== before) canvas.setState(next, true);
    };
  }, [feed, canvas, workflow]);
  const latest = useRef(side);
  useEffect(() => {
    latest.current = side;
    draw(side);
  }, [side, draw]);
  useEffect(() => {
    const { port1, port2 } = new MessageChannel();
    let waiting: RunUpdate[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const next = applyRunUpdates(feed.getState(), waiting);
      waiting = [];
      feed.setState(next, true);
      if (next.kind === "shown") told.current(next.seq);
      draw(latest.current);
    };
    port1.onmessage = (event: MessageEvent<RunUpdate>) => {
      waiting.push(event.data);
      if (feed.getState().kind === "waiting") show();
      else timer ??= setTimeout(show, shownEveryMs);
    };
    void api.watchRun(id, port2);
    return () => {
      clearTimeout(timer);
      port1.postMessage("close");
      port1.close();
    };
  }, [api, id, feed, draw]);
  return canvas;
}

/** A history of which nothing is known but how it ended. */
function endOf(side: ComparedSide | undefined): HistoryAt {
  return {
    seq: side?.seq ?? 0,
    lastAt: side?.lastAt,
    takesOver: undefined,
    attempt: () => undefined,
    attemptsOf: () => [],
    lastDone: (step) => side?.lastDone.get(step),
    decidedAt: () => undefined,
    lastOfItem: () => undefined,
    endedBy: () => undefined,
    emitted: (step, type) => side?.emitted[emittedKey(step, type)] ?? 0,
    unhandledOf: () => [],
    touchedSince: () => undefined,
  };
}
