import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Canvas, type CanvasHandle } from "../editor/canvas/Canvas.tsx";
import { MarkedStepsContext } from "../editor/canvas/markedSteps.ts";
import { nothingSelected, type Selection } from "../editor/canvas/selection.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LogReport } from "../protocol/exports.ts";
import type { StoredRun } from "../protocol/storedRun.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { SplitPanel } from "../ui/SplitPanel.tsx";
import { announce } from "../ui/toast.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import { localId, pathIn, scopeOf, workflowAt } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { HistoryFeed } from "./historyFeed.ts";
import { InnerPath } from "./InnerPath.tsx";
import { needsYouOf } from "./needsYou.ts";
import { RunBanners } from "./RunBanners.tsx";
import { RunBottom } from "./RunBottom.tsx";
import { RunCommands } from "./RunCommands.tsx";
import { RunContext, type RunContextValue, useRunContext } from "./RunContext.ts";
import { RunHeader } from "./RunHeader.tsx";
import { RunSide } from "./RunSide.tsx";
import type { RunFeed } from "./runFeed.ts";
import { lifecycleWord } from "./runStatus.ts";
import { PastMark } from "./scrubber/PastMark.tsx";
import { useAddressedMoment } from "./useAddressedMoment.ts";
import { useAnswerFates } from "./useAnswerFates.ts";
import { useRunStores } from "./useRun.ts";
import "./RunPage.css";

const noMarks: ReadonlyMap<StepId, string> = new Map();

/** A run: its canvas, live, and everything that is known of it. */
export function RunPage({
  api,
  stored,
  history,
  damage,
  viewing = false,
  outdated = false,
  editorHref,
  inside = "",
  onInside,
  tick,
  onTick,
  onOpenRun,
  onCompare,
  onAskConsent,
  onBegin,
  onLeave,
}: {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  /** Its journal, where it was folded already; else it is read. */
  readonly history?: HistoryFeed;
  /** Of the log it was opened from; then nothing of it is stored. */
  readonly damage?: NonNullable<LogReport["damage"]> | undefined;
  /** It is looked at where nothing can be done with it. */
  readonly viewing?: boolean;
  /** A newer build has taken the storage over, so that what is shown stands still. */
  readonly outdated?: boolean;
  /** Where its workflow is edited, when that is here. */
  readonly editorHref?: string | undefined;
  /** The path of the step whose workflow is on the canvas; `""`: the run's own (R79). */
  readonly inside?: string | undefined;
  readonly onInside: (inside: string, tick: number | null) => void;
  /** The moment that is shown, as the address names it; `null`: the present. */
  readonly tick: number | null;
  /** Another moment is shown, told not more than a few times a second. */
  readonly onTick: (tick: number | null) => void;
  /** Shows another run. */
  readonly onOpenRun: (run: string) => void;
  /** Shows this run beside another one; absent where there is no other. */
  readonly onCompare?: (other: string) => void;
  /** Shows what the workflow of the run may do, and goes on when that was allowed. */
  readonly onAskConsent: (go: () => Promise<void>) => void;
  /** Begins a new run, as `RunContextValue.begin` says. */
  readonly onBegin: RunContextValue["begin"];
  /** After the run was deleted. */
  readonly onLeave: () => void;
}) {
  const { summary, workflow } = stored;
  const inner = workflowAt(workflow, inside);
  const scope = inner === undefined ? "" : inside;
  const stores = useRunStores(api, stored, { scope, tick, ...(history && { folded: history }) });
  useAddressedMoment(stores.moment, tick, onTick);
  const looksBack = useStore(stores.moment, ({ tick }) => tick !== null);
  const openInside = useCallback((step: string) => onInside(step, stores.moment.getState().tick), [onInside, stores]);
  const [selected, setSelected] = useState<StepId | null>(null);
  const canvas = useRef<CanvasHandle | null>(null);
  const pins = summary.trial?.pins;
  const marks = useMemo(() => new Map((pins ?? []).map((step) => [step, "pinned"])), [pins]);
  usePageTitle(`run ${summary.number} · ${summary.name}`);

  const title = useCallback((step: StepId) => stepTitle(workflow, step), [workflow]);
  const toShow = useRef<StepId | null>(null);
  const select = useCallback(
    (step: StepId | null, options?: { readonly show?: boolean }) => {
      setSelected(step);
      if (step === null || !options?.show) return;
      if (scopeOf(step) === scope) return canvas.current?.show(localId(step));
      // Its card is on another canvas, which shows it as soon as it is there.
      toShow.current = step;
      openInside(scopeOf(step));
    },
    [scope, openInside],
  );
  const context = useMemo(
    (): RunContextValue => ({
      api,
      stored,
      stores,
      readOnly: viewing || damage !== undefined || looksBack,
      damaged: viewing || damage !== undefined,
      editorHref,
      openRun: onOpenRun,
      askConsent: onAskConsent,
      begin: onBegin,
      title,
      selected,
      select,
      inside: scope,
      openInside,
    }),
    [
      api,
      stored,
      stores,
      viewing,
      damage,
      looksBack,
      editorHref,
      onOpenRun,
      onAskConsent,
      onBegin,
      title,
      selected,
      select,
      scope,
      openInside,
    ],
  );
  const selection = useMemo(
    (): Selection =>
      selected === null || scopeOf(selected) !== scope ? nothingSelected : { steps: [localId(selected)], wires: [] },
    [selected, scope],
  );
  const onSelect = useCallback(
    (next: Selection) => {
      const local = next.steps.at(-1);
      setSelected(local === undefined ? null : pathIn(scope, local));
    },
    [scope],
  );
  const onReady = useCallback((handle: CanvasHandle) => {
    canvas.current = handle;
    const step = toShow.current;
    toShow.current = null;
    // The panels around it have their sizes only now.
    requestAnimationFrame(() => (step === null ? handle.fit() : handle.show(localId(step))));
  }, []);

  return (
    <RunContext value={context}>
      <RunFrame>
        <RunHeader editorHref={editorHref} outdated={outdated} onLeave={onLeave} onCompare={onCompare} />
        <RunCommands />
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
            <MarkedStepsContext value={scope === "" ? marks : noMarks}>
              <Canvas
                key={scope}
                workflow={inner ?? workflow}
                label={scope === "" ? "Canvas of the run" : `Canvas of ${title(scope)}`}
                live={stores.canvas}
                selection={selection}
                onSelect={onSelect}
                onReady={onReady}
              >
                <PastMark />
                {scope !== "" && <InnerPath scope={scope} onOpen={openInside} />}
              </Canvas>
            </MarkedStepsContext>
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
  const atMoment = useStore(stores.shown);
  useAnnouncements(feed, workflow);
  useAnswerFates();
  if (feed.kind === "gone")
    return (
      <div className="run-message">
        <EmptyState title="This run was deleted">It is not in this browser any more.</EmptyState>
      </div>
    );
  const shown = atMoment.kind === "shown" ? atMoment : null;
  return (
    <div
      className="run"
      data-run={summary.id}
      data-lifecycle={shown?.view.lifecycle ?? summary.lifecycle}
      data-outcome={shown?.view.outcome ?? undefined}
      data-seq={shown?.seq ?? 0}
      data-owner={shown?.owner ?? "none"}
      data-past={shown !== null && shown !== feed ? true : undefined}
    >
      {children}
    </div>
  );
}

/** Says aloud how the run goes on, and what begins to wait for the person. */
function useAnnouncements(feed: RunFeed, workflow: StoredRun["workflow"]): void {
  const lifecycle = feed.kind === "shown" ? lifecycleWord(feed.view.lifecycle, feed.view.outcome).word : null;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (lifecycle !== null && before.current !== null && before.current !== lifecycle) announce(`Run: ${lifecycle}`);
    before.current = lifecycle;
  }, [lifecycle]);
  const waiting = feed.kind === "shown" ? needsYouOf(feed.view) : null;
  const names = useMemo(
    () => waiting && [...waiting.asks, ...waiting.uncertain, ...waiting.parked].map(({ step }) => step).join("\n"),
    [waiting],
  );
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (names === null) return;
    const now = new Set(names.split("\n").filter(Boolean));
    for (const step of now)
      if (known.current !== null && !known.current.has(step)) announce(`${stepTitle(workflow, step)} needs you`);
    known.current = now;
  }, [names, workflow]);
}
