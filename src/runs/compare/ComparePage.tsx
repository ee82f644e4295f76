import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { Canvas, type CanvasHandle } from "../../editor/canvas/Canvas.tsx";
import type { LiveStore } from "../../editor/canvas/live.ts";
import { MarkedStepsContext } from "../../editor/canvas/markedSteps.ts";
import { nothingSelected, type Selection } from "../../editor/canvas/selection.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { StoredRun } from "../../protocol/storedRun.ts";
import { Chip } from "../../ui/Chip.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { SplitPanel } from "../../ui/SplitPanel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { InTopBar } from "../../ui/topBarSlots.tsx";
import { stepTitle } from "../../workflow/stepTitle.ts";
import { allSteps } from "../../workflow/subWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { runWord } from "../runStatus.ts";
import { placeRows } from "../timeline/placement.ts";
import { TimelineView } from "../timeline/TimelineView.tsx";
import type { TimelineScene } from "../timeline/useTimelineScene.ts";
import { wholeSpan } from "../timeline/viewport.ts";
import { CompareSteps } from "./CompareSteps.tsx";
import { type CompareClient, type Comparing, createCompareClient } from "./compareClient.ts";
import type { ComparedSide } from "./compareMessages.ts";
import { FirstDifferenceCard } from "./FirstDifferenceCard.tsx";
import { useComparedRun } from "./useComparedRun.ts";
import "./ComparePage.css";

export type RunHref = (run: string, tick?: number) => string;

/** Two runs side by side: where they part first, and everything in which they differ. */
export function ComparePage({
  api,
  left,
  right,
  runHref,
}: {
  readonly api: EngineApi;
  readonly left: StoredRun;
  readonly right: StoredRun;
  readonly runHref: RunHref;
}) {
  const comparing = useComparing(api, left, right);
  const { compared } = comparing.state;
  const canvases = [
    useComparedRun(api, left, compared?.sides[0], (seq) => comparing.advance(0, seq)),
    useComparedRun(api, right, compared?.sides[1], (seq) => comparing.advance(1, seq)),
  ] as const;
  const [selected, setSelected] = useState<StepId | null>(null);
  const [tab, setTab] = useState<"steps" | "timelines">("steps");
  const names = nameBoth(left, right);
  usePageTitle(`compare ${names[0]} with ${names[1]}`);
  const marked = useMemo(
    () =>
      new Set([
        ...(compared?.comparison.steps ?? []),
        ...(compared?.rows ?? []).filter(({ isSameOutput }) => !isSameOutput).map(({ step }) => step),
      ]),
    [compared],
  );
  const title = useCallback(
    (step: StepId) =>
      allSteps(left.workflow).some(([path]) => path === step)
        ? stepTitle(left.workflow, step)
        : stepTitle(right.workflow, step),
    [left, right],
  );
  const sides = [
    { stored: left, name: names[0], side: compared?.sides[0], canvas: canvases[0] },
    { stored: right, name: names[1], side: compared?.sides[1], canvas: canvases[1] },
  ] as const;
  return (
    <div className="compare" data-compare={compared === null ? "reading" : "done"}>
      <InTopBar place="middle">
        <h1 className="compare-title">Compare</h1>
        <RunLink stored={left} name={names[0]} href={runHref(left.summary.id)} />
        <span className="tw-muted compare-with">with</span>
        <RunLink stored={right} name={names[1]} href={runHref(right.summary.id)} />
      </InTopBar>
      <FirstDifferenceCard
        api={api}
        comparing={comparing.state}
        left={{ stored: left, name: names[0] }}
        right={{ stored: right, name: names[1] }}
        title={title}
        runHref={runHref}
        onSelect={setSelected}
      />
      <SplitPanel
        id="compare.bottom"
        side="bottom"
        label="Steps and timelines"
        initial={300}
        min={120}
        max={640}
        panel={
          <Tabs
            label="Bottom panel"
            look="segmented"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                id: "steps",
                label: "Steps",
                panel: (
                  <CompareSteps
                    api={api}
                    runs={[left.summary.id, right.summary.id]}
                    rows={compared?.rows ?? []}
                    names={names}
                    title={title}
                    marked={marked}
                    selected={selected}
                    onSelect={setSelected}
                  />
                ),
              },
              {
                id: "timelines",
                label: "Timelines",
                panel: (
                  <div className="compare-sides">
                    {sides.map(({ stored, name, side }) => (
                      <section key={stored.summary.id} aria-label={`Timeline of ${name}`}>
                        {side !== undefined && (
                          <TimelineView
                            scene={sceneOf(stored, side)}
                            title={title}
                            selected={selected}
                            execution={null}
                            onSelect={setSelected}
                          />
                        )}
                      </section>
                    ))}
                  </div>
                ),
              },
            ]}
          />
        }
      >
        <div className="compare-sides">
          {sides.map(({ stored, name, canvas }) => (
            <SideCanvas
              key={stored.summary.id}
              stored={stored}
              canvas={canvas}
              name={name}
              selected={selected}
              onSelect={setSelected}
              marked={marked}
            />
          ))}
        </div>
      </SplitPanel>
    </div>
  );
}

/** Both journals, read by a worker while the page is shown. */
function useComparing(api: EngineApi, left: StoredRun, right: StoredRun) {
  const [client, setClient] = useState<CompareClient | null>(null);
  /** For what is heard between two renderings. */
  const latest = useRef<CompareClient | null>(null);
  const seqs = useRef<[number, number]>([0, 0]);
  useEffect(() => {
    const [a, b] = [left, right].map(({ summary, workflow, digest }) => ({ id: summary.id, workflow, digest }));
    if (a === undefined || b === undefined) return;
    const made = createCompareClient(api, [a, b]);
    for (const side of [0, 1] as const) if (seqs.current[side] > 0) made.advance(side, seqs.current[side]);
    latest.current = made;
    setClient(made);
    return () => made.stop();
  }, [api, left, right]);
  const state = useStore(client?.store ?? nothingCompared);
  const advance = useCallback((side: 0 | 1, seq: number) => {
    seqs.current[side] = seq;
    latest.current?.advance(side, seq);
  }, []);
  return { state, advance };
}

const nothingCompared = createStore<Comparing>(() => ({ read: [0, 0], upTo: [0, 0], compared: null, trouble: null }));

/** The timeline of a run of which the worker read the journal. Scenes are values of one comparison. */
function sceneOf({ summary }: StoredRun, side: ComparedSide): TimelineScene {
  const known = scenes.get(side);
  if (known !== undefined) return known;
  const rows = placeRows(side.timeline);
  const last = rows.at(-1);
  const from = rows.reduce(
    (first, { row }) => row.lanes.reduce((at, lane) => Math.min(at, lane[0]?.from ?? at), first),
    summary.createdAt,
  );
  const scene: TimelineScene = {
    isRead: true,
    rows,
    height: last === undefined ? 0 : last.top + last.height,
    marks: new Map(),
    from,
    before: null,
    tickAt: undefined,
    countsOf: (step) => side.counts[step] ?? { attempts: 0, failed: 0, running: 0 },
    whole: wholeSpan(from, side.lastAt),
    isLive: false,
    now: side.lastAt,
    moment: null,
  };
  scenes.set(side, scene);
  return scene;
}

const scenes = new WeakMap<ComparedSide, TimelineScene>();

function SideCanvas({
  stored,
  canvas,
  name,
  selected,
  onSelect,
  marked,
}: {
  readonly stored: StoredRun;
  readonly canvas: LiveStore;
  readonly name: string;
  readonly selected: StepId | null;
  readonly onSelect: (step: StepId | null) => void;
  readonly marked: ReadonlySet<StepId>;
}) {
  const handle = useRef<CanvasHandle | null>(null);
  const selection = useMemo(
    (): Selection => (selected === null ? nothingSelected : { steps: [selected], wires: [] }),
    [selected],
  );
  const marks = useMemo(() => new Map([...marked].map((step) => [step, "differs"])), [marked]);
  return (
    <div className="compare-canvas">
      <MarkedStepsContext value={marks}>
        <Canvas
          workflow={stored.workflow}
          label={`Canvas of ${name}`}
          live={canvas}
          selection={selection}
          onSelect={({ steps }) => onSelect(steps.at(-1) ?? null)}
          onReady={(ready) => {
            handle.current = ready;
            requestAnimationFrame(() => ready.fit());
          }}
        >
          <span className="compare-name">{name}</span>
        </Canvas>
      </MarkedStepsContext>
    </div>
  );
}

function RunLink({ stored, name, href }: { readonly stored: StoredRun; readonly name: string; readonly href: string }) {
  const { tone, word } = runWord(stored.summary);
  return (
    <>
      <a className="compare-run tw-cut" href={href}>
        {name}
      </a>
      <Chip tone={tone} dot>
        {word}
      </Chip>
    </>
  );
}

/** `run 1` and `run 2`; with the names of their workflows when these differ. */
function nameBoth({ summary: a }: StoredRun, { summary: b }: StoredRun): readonly [string, string] {
  const isOne = a.name === b.name;
  const name = ({ name, number }: StoredRun["summary"]) => (isOne ? `run ${number}` : `${name}, run ${number}`);
  return isOne && a.number === b.number ? [`run ${a.number}`, `run ${b.number} (the other)`] : [name(a), name(b)];
}
