import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { Canvas, type CanvasHandle } from "../../editor/canvas/Canvas.tsx";
import { MarkedStepsContext } from "../../editor/canvas/markedSteps.ts";
import { nothingSelected, type Selection } from "../../editor/canvas/selection.ts";
import type { EngineApi, StoredRun } from "../../protocol/engineApi.ts";
import { Chip } from "../../ui/Chip.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { SplitPanel } from "../../ui/SplitPanel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { InTopBar } from "../../ui/topBarSlots.tsx";
import { useThrottled } from "../../ui/useThrottled.ts";
import { allSteps } from "../../workflow/subWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { RunContext, type RunContextValue } from "../RunContext.ts";
import { runWord } from "../runStatus.ts";
import { stepTitle } from "../stepTitle.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { type RunStores, useRunStores } from "../useRun.ts";
import { CompareSteps } from "./CompareSteps.tsx";
import { FirstDifferenceCard } from "./FirstDifferenceCard.tsx";
import { type ComparedRun, compareRuns, compareSteps } from "./firstDifference.ts";
import "./ComparePage.css";

/** A run that goes on is compared anew so often, ms. */
const comparedEveryMs = 1_000;

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
  const leftStores = useRunStores(api, left, "");
  const rightStores = useRunStores(api, right, "");
  const leftSeq = useReadSeq(leftStores);
  const rightSeq = useReadSeq(rightStores);
  const [selected, setSelected] = useState<StepId | null>(null);
  const [tab, setTab] = useState<"steps" | "timelines">("steps");
  const names = nameBoth(left, right);
  usePageTitle(`compare ${names[0]} with ${names[1]}`);
  const steps = useMemo(
    () => [...new Set([left, right].flatMap(({ workflow }) => allSteps(workflow).map(([path]) => path)))],
    [left, right],
  );
  // Histories grow in place: their last ticks say when to compare again.
  const compared = useMemo(() => {
    if (leftSeq === null || rightSeq === null) return null;
    const [a, b] = [comparedRun(left, leftStores), comparedRun(right, rightStores)];
    return { comparison: compareRuns(a, b), rows: compareSteps(steps, a.history, b.history) };
  }, [left, right, leftStores, rightStores, leftSeq, rightSeq, steps]);
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
  const side = (stored: StoredRun, stores: RunStores, name: string) => ({
    api,
    stored,
    stores,
    name,
    selected,
    onSelect: setSelected,
    marked,
  });
  const sides = [side(left, leftStores, names[0]), side(right, rightStores, names[1])] as const;
  return (
    <div className="compare" data-compare={compared === null ? "reading" : "done"}>
      <InTopBar place="middle">
        <h1 className="compare-title">Compare</h1>
        <RunLink stored={left} name={names[0]} href={runHref(left.summary.id)} />
        <span className="tw-muted compare-with">with</span>
        <RunLink stored={right} name={names[1]} href={runHref(right.summary.id)} />
      </InTopBar>
      <FirstDifferenceCard
        compared={compared}
        left={{ stored: left, history: leftStores.history.store.getState().history, name: names[0] }}
        right={{ stored: right, history: rightStores.history.store.getState().history, name: names[1] }}
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
                    {sides.map((each) => (
                      <section key={each.stored.summary.id} aria-label={`Timeline of ${each.name}`}>
                        <Side {...each}>
                          <Timeline />
                        </Side>
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
          {sides.map((each) => (
            <Side key={each.stored.summary.id} {...each}>
              <SideCanvas {...each} />
            </Side>
          ))}
        </div>
      </SplitPanel>
    </div>
  );
}

interface SideProps {
  readonly api: EngineApi;
  readonly stored: StoredRun;
  readonly stores: RunStores;
  readonly name: string;
  readonly selected: StepId | null;
  readonly onSelect: (step: StepId | null) => void;
  readonly marked: ReadonlySet<StepId>;
}

/** What the parts of a run's page need, for one of the two runs; nothing is steered from here. */
function Side({ api, stored, stores, selected, onSelect, children }: SideProps & { readonly children: ReactNode }) {
  const context = useMemo(
    (): RunContextValue => ({
      api,
      stored,
      stores,
      readOnly: true,
      damaged: true,
      editorHref: undefined,
      openRun: () => {},
      askConsent: () => {},
      begin: async () => null,
      title: (step) => stepTitle(stored.workflow, step),
      selected,
      select: onSelect,
      inside: "",
      openInside: () => {},
    }),
    [api, stored, stores, selected, onSelect],
  );
  return <RunContext value={context}>{children}</RunContext>;
}

function SideCanvas({ stored, stores, name, selected, onSelect, marked }: SideProps) {
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
          live={stores.canvas}
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

/** The last tick that was read, when that is the last one there is; else `null`. */
function useReadSeq(stores: RunStores): number | null {
  const read = useStore(stores.history.store, ({ seq, upTo }) => (seq > 0 && seq >= upTo ? seq : null));
  return useThrottled(read, comparedEveryMs);
}

function comparedRun({ summary, workflow, digest }: StoredRun, stores: RunStores): ComparedRun {
  return { id: summary.id, workflow, digest, history: stores.history.store.getState().history };
}

/** `run 1` and `run 2`; with the names of their workflows when these differ. */
function nameBoth({ summary: a }: StoredRun, { summary: b }: StoredRun): readonly [string, string] {
  const isOne = a.name === b.name;
  const name = ({ name, number }: StoredRun["summary"]) => (isOne ? `run ${number}` : `${name}, run ${number}`);
  return isOne && a.number === b.number ? [`run ${a.number}`, `run ${b.number} (the other)`] : [name(a), name(b)];
}
