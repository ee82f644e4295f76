import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { loadLater } from "../ui/loadLater.ts";
import { showPanel } from "../ui/panels.ts";
import { SplitPanel } from "../ui/SplitPanel.tsx";
import { compareWorkflows } from "../workflow/compareWorkflows.ts";
import { becomeWorkflow } from "../workflow/edits/document.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { ContextMenu, type MenuPlace } from "./ContextMenu.tsx";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { keptPlaces } from "./canvas/positions.ts";
import { createDocumentStore } from "./document/documentStore.ts";
import { packUndo, readUndo } from "./document/keptUndo.ts";
import { findUnsaved, forgetUnsaved, keepUnsaved } from "./document/unsavedDocument.ts";
import { useAutosave } from "./document/useAutosave.ts";
import { DocumentContext, useDocument, useDocumentStore } from "./document/useDocument.ts";
import { EditorBar } from "./EditorBar.tsx";
import { EditorCanvas } from "./EditorCanvas.tsx";
import { EditorNotices } from "./EditorNotices.tsx";
import { EditorPalette } from "./EditorPalette.tsx";
import { EditorSide } from "./EditorSide.tsx";
import { editorActions } from "./editorActions.ts";
import { EditorContext, type EditorTools, type RunnerOffers } from "./editorContext.ts";
import type { EditorProps } from "./editorProps.ts";
import { useFirstSteps } from "./firstSteps/useFirstSteps.ts";
import { lastValuesOf } from "./inspector/arrivals/lastValuesOf.ts";
import { keptTextsOf } from "./inspector/keptTexts.ts";
import { LeftPanel } from "./LeftPanel.tsx";
import { noOthers } from "./otherWorkflows.ts";
import { type Picking, PickStep, PickTarget } from "./Pickers.tsx";
import { ProblemsPanel } from "./ProblemsPanel.tsx";
import { sortProblems } from "./problems/openEnds.ts";
import { useProblems } from "./problems/useProblems.ts";
import { useQuietProblems } from "./problems/useQuietProblems.ts";
import type { RunWay } from "./runWay.ts";
import { useCardBreakpoints } from "./useCardBreakpoints.ts";
import { useEditorKeys } from "./useEditorKeys.ts";
import { useLeftSide } from "./useLeftSide.ts";
import { useShownFirst } from "./useShownFirst.ts";
import { useWholeWorkflow } from "./useWholeWorkflow.ts";
import type { ShownVersion } from "./versions/VersionCanvas.tsx";
import "./Editor.css";

const FirstSteps = loadLater(() => import("./firstSteps/FirstSteps.tsx").then((module) => module.FirstSteps));
const VersionCanvas = loadLater(() => import("./versions/VersionCanvas.tsx").then((module) => module.VersionCanvas));

/** The editor of one workflow. It fills its place and puts its name and buttons into the top bar. */
export function Editor(props: EditorProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store begins with the document and goes on by itself
  const { store, revision } = useMemo(() => {
    const { id, workflow, revision } = props.stored;
    const store = createDocumentStore(workflow, { undo: readUndo(props.undo ?? null, revision), settle: keptPlaces });
    const unsaved = findUnsaved(id);
    // It may have been saved after all.
    if (unsaved === null || compareWorkflows(workflow, unsaved.workflow).length === 0) return { store, revision };
    store.apply(becomeWorkflow(workflow, unsaved.workflow, "what was not saved"));
    // When another tab has saved a newer revision, the save is a conflict, and a person decides.
    return { store, revision: unsaved.basedOn };
  }, []);
  return (
    <DocumentContext value={store}>
      <EditorFrame {...props} revision={revision} />
    </DocumentContext>
  );
}

const noRunner: RunnerOffers = { workspaces: null, secrets: null, models: null };

/**
 * The frame around the document: it follows what is selected and what is wrong, never the document itself. What shows
 * that (canvas, settings, name) looks at its own part.
 */
function EditorFrame(props: EditorProps & { readonly revision: number }) {
  const {
    stored,
    revision,
    api,
    versions,
    tester,
    lastRun = null,
    lastTasks = null,
    runner = noRunner,
    others = noOthers,
    onManageRunner,
    onForeignSeen,
  } = props;
  const store = useDocumentStore();
  const canvas = useRef<CanvasHandle | null>(null);
  const canvasNow = useCallback(() => canvas.current, []);
  const actions = useMemo(() => editorActions(store, canvasNow), [store, canvasNow]);
  const save = useCallback(
    (basedOn: number, next: Workflow, keepsBefore: boolean) =>
      api.saveWorkflow({ id: stored.id, basedOn, workflow: next, undo: packUndo(store.getState()), keepsBefore }),
    [api, stored.id, store],
  );
  const lastResort = useMemo(
    () => ({
      keep: (basedOn: number, next: Workflow) => keepUnsaved(stored.id, { basedOn, workflow: next }),
      forget: () => forgetUnsaved(stored.id),
    }),
    [stored.id],
  );
  const saving = useAutosave(store, revision, save, lastResort);
  const whole = useWholeWorkflow(props, saving);
  const checkSources = useCallback((next: Workflow) => api.checkSources(next), [api]);
  const keptTexts = useMemo(() => keptTextsOf(stored.id), [stored.id]);
  const found = useProblems(checkSources, runner, keptTexts);
  const settings = useRef<HTMLDivElement>(null);
  const chosen = useDocument(({ selection }) => selection.steps[0] ?? null);
  const quiet = useQuietProblems(found, settings, chosen);
  const { problems, openEnds } = useMemo(() => sortProblems(quiet), [quiet]);
  const [picking, setPicking] = useState<Picking>({ kind: "none" });
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [searching, setSearching] = useState(false);
  const endSearch = useCallback(() => setSearching(false), []);
  const [showProblems, setShowProblems] = useState(false);
  const left = useLeftSide();
  const hints = useFirstSteps();
  /** What stands right of the canvas. */
  const [side, setSide] = useState<"settings" | "versions">("settings");
  /** The version that lies over the canvas, to look at. */
  const [looked, setLooked] = useState<ShownVersion | null>(null);
  const narrow = window.innerWidth < 1200;
  const { takeLine, onReady } = useShownFirst(props.show, canvas, actions.show);

  const run = (way: RunWay = {}) => {
    saving.saveNow();
    // Who runs has seen enough.
    hints.end();
    props.onRun(store.getState().workflow, way);
  };
  // The newest one, for parts of the editor that are drawn less often.
  const runUpTo = useRef((_step: StepId) => {});
  useEffect(() => {
    runUpTo.current = (step) => run({ upTo: step });
  });
  const picks = useMemo(
    () =>
      ({
        pickStep: (hangOn, at = undefined) => setPicking({ kind: "step", hangOn, at: at ?? null }),
        pickInsert: (wire) => setPicking({ kind: "insert", wire }),
        pickTarget: (from) => setPicking({ kind: "target", from }),
      }) satisfies Partial<EditorTools>,
    [],
  );
  const lastValues = useMemo(() => lastValuesOf(lastRun), [lastRun]);
  const tools = useMemo(
    (): EditorTools => ({
      ...picks,
      workflowId: stored.id,
      actions,
      keptTexts,
      problems,
      lastValues,
      lastRun,
      lastTasks,
      runner,
      others,
      manageRunner: onManageRunner,
      writeIn: (node) => requestAnimationFrame(() => canvas.current?.write(node)),
      takeLine,
      tester,
      runUpTo: (step) => runUpTo.current(step),
    }),
    [
      picks,
      stored.id,
      actions,
      keptTexts,
      problems,
      lastValues,
      lastRun,
      lastTasks,
      runner,
      onManageRunner,
      others,
      takeLine,
      tester,
    ],
  );
  const showVersions = () => {
    // What is on the screen becomes a version itself, so that nothing is compared with something older.
    saving.saveNow();
    setSide("versions");
    showPanel("inspector");
  };
  const toggleBreakpoint = useCardBreakpoints(props.drafts, stored.id);
  useEditorKeys({
    tools,
    canvas: canvasNow,
    whole,
    run,
    save: saving.saveNow,
    toggleBreakpoint,
    looked: looked !== null,
    onLookedEnough: () => setLooked(null),
    panels: {
      search: () => setSearching(true),
      find: left.find,
      showOutline: left.showOutline,
      showProblems: () => setShowProblems(true),
      showVersions: versions && showVersions,
    },
  });

  return (
    <EditorContext value={tools}>
      <EditorBar saving={saving} whole={whole} onRun={run} onVersions={versions && showVersions} />
      <div className="tw-editor">
        <Heading />
        <EditorNotices saving={saving} newest={props.newest} whole={whole} onForeignSeen={onForeignSeen} />
        <SplitPanel
          id="palette"
          side="left"
          label="Steps to add"
          initial={narrow ? 176 : 216}
          min={140}
          max={320}
          panel={
            <LeftPanel
              side={left.side}
              onSide={left.show}
              focusAsked={left.focusAsked}
              palette={<EditorPalette actions={actions} canvas={canvasNow} searchRef={left.search} />}
            />
          }
        >
          <SplitPanel
            id="inspector"
            side="right"
            label={side === "versions" ? "Versions" : "Settings"}
            initial={narrow ? 292 : 344}
            min={260}
            max={760}
            panel={
              <EditorSide
                id={stored.id}
                versions={side === "versions" ? versions : undefined}
                saved={saving.state.kind === "saved"}
                onRestore={saving.keepVersion}
                settings={settings}
                canvas={canvasNow}
                looked={looked}
                onLook={setLooked}
                onCopy={whole.keepCopyOf}
                onClose={() => {
                  setLooked(null);
                  setSide("settings");
                }}
              />
            }
          >
            <div className="tw-canvas-place">
              <div className="tw-canvas-edited" inert={looked !== null}>
                <EditorCanvas
                  problems={problems}
                  canvas={canvasNow}
                  onReady={onReady}
                  onMenu={setMenu}
                  searching={searching}
                  onSearched={endSearch}
                />
              </div>
              {looked !== null && (
                <Suspense>
                  <VersionCanvas version={looked} onClose={() => setLooked(null)} />
                </Suspense>
              )}
            </div>
            {hints.shown && (
              <Suspense>
                <FirstSteps onEnd={hints.end} />
              </Suspense>
            )}
            <ProblemsPanel
              problems={problems}
              openEnds={openEnds}
              open={showProblems}
              onOpen={setShowProblems}
              onShow={(problem) => actions.show(problem.step ?? startNode)}
            />
          </SplitPanel>
        </SplitPanel>
      </div>
      <ContextMenu place={menu} onBreakpoint={toggleBreakpoint} onClose={() => setMenu(null)} />
      <PickStep picking={picking} onClose={() => setPicking({ kind: "none" })} />
      <PickTarget picking={picking} onClose={() => setPicking({ kind: "none" })} />
    </EditorContext>
  );
}

function Heading() {
  const name = useDocument(({ workflow }) => workflow.name);
  return <h1 className="tw-hidden">{name}</h1>;
}
