import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Canvas, type CanvasHandle } from "../editor/canvas/Canvas.tsx";
import { nothingSelected, type Selection } from "../editor/canvas/canvasNodes.ts";
import type { EngineApi, LogReport, StoredRun } from "../protocol/engineApi.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { SplitPanel } from "../ui/SplitPanel.tsx";
import { announce, showToast } from "../ui/toast.ts";
import type { StepId } from "../workflow/workflow.ts";
import { answeredElsewhere } from "./answeredElsewhere.ts";
import { needsYouOf, type OpenAsk } from "./needsYou.ts";
import { RunBanners } from "./RunBanners.tsx";
import { RunBottom } from "./RunBottom.tsx";
import { RunContext, type RunContextValue, useRunContext } from "./RunContext.ts";
import { RunHeader } from "./RunHeader.tsx";
import { RunSide } from "./RunSide.tsx";
import type { RunFeed } from "./runFeed.ts";
import { lifecycleWord } from "./runStatus.ts";
import { useRunStores } from "./useRun.ts";
import "./RunPage.css";

/** A run: its canvas, live, and everything that is known of it. */
export function RunPage({
  api,
  stored,
  damage,
  editorHref,
  onLeave,
}: {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  /** Of the log it was opened from; then nothing of it is stored. */
  readonly damage?: NonNullable<LogReport["damage"]> | undefined;
  /** Where its workflow is edited, when that is here. */
  readonly editorHref?: string | undefined;
  /** After the run was deleted. */
  readonly onLeave: () => void;
}) {
  const { summary, workflow } = stored;
  const stores = useRunStores(api, stored);
  const [selected, setSelected] = useState<StepId | null>(null);
  const canvas = useRef<CanvasHandle | null>(null);
  usePageTitle(`run ${summary.number} · ${summary.name}`);

  const title = useCallback(
    (step: StepId) => (Object.hasOwn(workflow.steps, step) ? (workflow.steps[step]?.title ?? step) : step),
    [workflow],
  );
  const select = useCallback((step: StepId | null, options?: { readonly show?: boolean }) => {
    setSelected(step);
    if (step !== null && options?.show) canvas.current?.show(step);
  }, []);
  const context = useMemo(
    (): RunContextValue => ({
      api,
      stored,
      stores,
      readOnly: damage !== undefined,
      editorHref,
      title,
      selected,
      select,
    }),
    [api, stored, stores, damage, editorHref, title, selected, select],
  );
  const selection = useMemo(
    (): Selection => (selected === null ? nothingSelected : { steps: [selected], wires: [] }),
    [selected],
  );
  const onSelect = useCallback((next: Selection) => setSelected(next.steps.at(-1) ?? null), []);
  const onReady = useCallback((handle: CanvasHandle) => {
    canvas.current = handle;
    // The panels around it have their sizes only now.
    requestAnimationFrame(handle.fit);
  }, []);

  return (
    <RunContext value={context}>
      <RunFrame>
        <RunHeader editorHref={editorHref} onLeave={onLeave} />
        <RunBanners damage={damage} />
        <SplitPanel
          id="run.side"
          side="right"
          label="Details and answers"
          initial={400}
          min={280}
          max={760}
          panel={<RunSide />}
        >
          <SplitPanel
            id="run.bottom"
            side="bottom"
            label="Timeline, journal and store"
            initial={264}
            min={120}
            max={640}
            panel={<RunBottom />}
          >
            <Canvas
              workflow={workflow}
              label="Canvas of the run"
              live={stores.canvas}
              selection={selection}
              onSelect={onSelect}
              onReady={onReady}
            />
          </SplitPanel>
        </SplitPanel>
      </RunFrame>
    </RunContext>
  );
}

/**
 * What the run's page says of itself to tests and assistive technology. It alone follows every update; what it holds
 * is drawn again only when a part of it changed.
 */
function RunFrame({ children }: { readonly children: ReactNode }) {
  const { stored, stores } = useRunContext();
  const { summary, workflow } = stored;
  const feed = useStore(stores.feed);
  useAnnouncements(feed, workflow.steps);
  useAnsweredElsewhere(feed, summary.id);
  if (feed.kind === "gone")
    return (
      <div className="run-message">
        <EmptyState title="This run was deleted">It is not in this browser any more.</EmptyState>
      </div>
    );
  const shown = feed.kind === "shown" ? feed : null;
  return (
    <div
      className="run"
      data-run={summary.id}
      data-lifecycle={shown?.view.lifecycle ?? summary.lifecycle}
      data-outcome={shown?.view.outcome ?? undefined}
      data-seq={shown?.seq ?? 0}
      data-owner={shown?.owner ?? "none"}
    >
      {children}
    </div>
  );
}

/** Says when a question went that somebody else, or another tab, has answered. */
function useAnsweredElsewhere(feed: RunFeed, runId: string): void {
  const { title } = useRunContext();
  const before = useRef<readonly OpenAsk[]>([]);
  useEffect(() => {
    if (feed.kind !== "shown") return;
    const { asks } = needsYouOf(feed.view);
    const gone = feed.view.lifecycle === "completed" ? [] : answeredElsewhere(runId, before.current, asks, Date.now());
    for (const { step } of gone) showToast({ tone: "info", text: `“${title(step)}” was answered elsewhere.` });
    before.current = asks;
  }, [feed, runId, title]);
}

/** Says aloud how the run goes on, and what begins to wait for the person. */
function useAnnouncements(feed: RunFeed, steps: StoredRun["workflow"]["steps"]): void {
  const lifecycle = feed.kind === "shown" ? lifecycleWord(feed.view.lifecycle, feed.view.outcome).word : null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (lifecycle !== null && before.current !== null && before.current !== lifecycle) announce(`Run: ${lifecycle}`);
    before.current = lifecycle;
  }, [lifecycle]);
  const waiting = feed.kind === "shown" ? needsYouOf(feed.view) : null;
  const names = waiting
    ? [...waiting.asks, ...waiting.uncertain, ...waiting.parked].map(({ step }) => step).join("\n")
    : null;
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (names === null) return;
    const now = new Set(names.split("\n").filter(Boolean));
    for (const step of now)
      if (known.current !== null && !known.current.has(step)) announce(`${steps[step]?.title ?? step} needs you`);
    known.current = now;
  }, [names, steps]);
}
