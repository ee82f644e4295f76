import { Plus, StickyNote, Waypoints } from "lucide-react";
import { type KeyboardEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Answer, EngineApi, LastRun, StoredWorkflow } from "../protocol/engineApi.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { loadLater } from "../ui/loadLater.ts";
import { Notice } from "../ui/Notice.tsx";
import { usePageCommands } from "../ui/pageCommands.ts";
import { showPanel, slidePanelsAway } from "../ui/panels.ts";
import { SplitPanel } from "../ui/SplitPanel.tsx";
import { showToast } from "../ui/toast.ts";
import { carryWorkflows } from "../workflow/carriedWorkflows.ts";
import { compareWorkflows } from "../workflow/compareWorkflows.ts";
import { becomeWorkflow } from "../workflow/edits/document.ts";
import type { Json } from "../workflow/json.ts";
import { mermaidOf } from "../workflow/mermaidOf.ts";
import { pinnedSteps } from "../workflow/pins.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { ContextMenu, type MenuPlace } from "./ContextMenu.tsx";
import { Canvas } from "./canvas/Canvas.tsx";
import type { CanvasEditing } from "./canvas/canvasEditing.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { nodeIdOf, nodeIdsOf, selectionOf } from "./canvas/selection.ts";
import type { Command } from "./commandTable.ts";
import { createDocumentStore } from "./document/documentStore.ts";
import { packUndo, readUndo } from "./document/keptUndo.ts";
import { findUnsaved, forgetUnsaved, keepUnsaved } from "./document/unsavedDocument.ts";
import { useAutosave } from "./document/useAutosave.ts";
import { DocumentContext, useDocument, useDocumentStore } from "./document/useDocument.ts";
import { downloadWorkflow, fileName } from "./downloadWorkflow.ts";
import { EditorBar } from "./EditorBar.tsx";
import { EmptyHint } from "./EmptyHint.tsx";
import { editorActions } from "./editorActions.ts";
import { editorCommands } from "./editorCommands.ts";
import { EditorContext, type EditorTools, type RunnerOffers, type StepTester } from "./editorContext.ts";
import { editorPageCommands } from "./editorPageCommands.tsx";
import { endFirstSteps, firstStepsDone } from "./firstSteps/firstStepsDone.ts";
import { lastValuesOf } from "./inspector/arrivals/lastValuesOf.ts";
import type { TaskResults } from "./inspector/condition/conditionReason.ts";
import { Inspector } from "./inspector/Inspector.tsx";
import { LeftPanel, type LeftSide, rememberedSide, rememberSide } from "./LeftPanel.tsx";
import { missingOnRunner } from "./missingOnRunner.ts";
import type { OpenDocument } from "./openDocument.ts";
import { noOthers, type OtherWorkflows } from "./otherWorkflows.ts";
import { Palette } from "./Palette.tsx";
import { type Picking, PickStep, PickTarget } from "./Pickers.tsx";
import { ProblemsPanel } from "./ProblemsPanel.tsx";
import { problemCounts } from "./problemCounts.ts";
import { shellProblems } from "./problems/fixesFor.ts";
import { useQuietProblems } from "./problems/useQuietProblems.ts";
import type { RunWay } from "./runWay.ts";
import { CanvasSearch } from "./search/CanvasSearch.tsx";
import { useCardBreakpoints } from "./useCardBreakpoints.ts";
import { useProblems } from "./useProblems.ts";
import { useShortcuts } from "./useShortcuts.ts";
import type { ShownVersion } from "./versions/VersionCanvas.tsx";
import "./Editor.css";

const FirstSteps = loadLater(() => import("./firstSteps/FirstSteps.tsx").then((module) => module.FirstSteps));
const VersionPanel = loadLater(() => import("./versions/VersionPanel.tsx").then((module) => module.VersionPanel));
const VersionCanvas = loadLater(() => import("./versions/VersionCanvas.tsx").then((module) => module.VersionCanvas));

export interface EditorProps {
  /** As it was loaded. Another workflow needs another `key`. */
  readonly stored: StoredWorkflow;
  /** What could be undone in it when it was saved (`protocol/undoKey.ts`). */
  readonly undo?: Json | null;
  readonly api: Pick<EngineApi, "saveWorkflow" | "loadWorkflow" | "checkSources">;
  /** Where breakpoints are kept; left out: for this page only. */
  readonly drafts?: Pick<EngineApi, "saveDraft" | "loadDraft">;
  /** Where earlier versions are kept; left out: nowhere. */
  readonly versions?: Pick<EngineApi, "workflowVersions" | "loadVersion">;
  /** The newest run: offered where nothing else is known of a step, and shown beside its settings. */
  readonly lastRun?: LastRun | null;
  /** How the tasks of the last run ended, for the preview of conditions; `null`: there was none. */
  readonly lastTasks?: TaskResults | null;
  readonly runner?: RunnerOffers;
  /** Carries single steps out. */
  readonly tester?: StepTester | undefined;
  /** What a step of it may run. */
  readonly others?: OtherWorkflows;
  readonly onManageRunner?: () => void;
  /** Shows what the workflow names on a machine, to be bound to this one. */
  readonly onMakeYours?: (document: OpenDocument) => void;
  /** It came from a file, and nobody has looked at what it names yet; called when that is not to be said again. */
  readonly onForeignSeen?: (() => void) | undefined;
  /** The step to begin with, and the line of its code. */
  readonly show?: { readonly step: StepId; readonly line?: number } | undefined;
  /** The document as it stands now, saved or not. */
  readonly onRun: (workflow: Workflow, way: RunWay) => void;
  /** Shows another workflow: a copy of this one. */
  readonly onOpen: (workflowId: string) => void;
  /** Asks whether to delete the workflow, and does. */
  readonly onDelete: () => void;
}

/** The editor of one workflow. It fills its place and puts its name and buttons into the top bar. */
export function Editor(props: EditorProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store begins with the document and goes on by itself
  const { store, revision } = useMemo(() => {
    const { id, workflow, revision } = props.stored;
    const store = createDocumentStore(workflow, { undo: readUndo(props.undo ?? null, revision) });
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
    show,
    onRun,
    onOpen,
    onDelete,
    onManageRunner,
    onMakeYours,
    onForeignSeen,
  } = props;
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const canvas = useRef<CanvasHandle | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const actions = useMemo(() => editorActions(store, () => canvas.current), [store]);
  const save = useCallback(
    (basedOn: number, next: Workflow) =>
      api.saveWorkflow({ id: stored.id, basedOn, workflow: next, undo: packUndo(store.getState()) }),
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
  const checkSources = useCallback((next: Workflow) => api.checkSources(next), [api]);
  const found = useProblems(workflow, checkSources);
  const all = useMemo(
    () => [...found, ...shellProblems(workflow), ...missingOnRunner(workflow, runner)],
    [found, workflow, runner],
  );
  const settings = useRef<HTMLDivElement>(null);
  const problems = useQuietProblems(all, settings, selection.steps[0] ?? null);
  const counts = useMemo(() => problemCounts(problems), [problems]);
  const [picking, setPicking] = useState<Picking>({ kind: "none" });
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [searching, setSearching] = useState(false);
  const canvasNow = useCallback(() => canvas.current, []);
  const [showProblems, setShowProblems] = useState(false);
  const [left, setLeft] = useState<LeftSide>(rememberedSide);
  const [focusAsked, setFocusAsked] = useState(0);
  const showLeft = (next: LeftSide) => {
    rememberSide(next);
    setLeft(next);
  };
  const [hinting, setHinting] = useState(() => !firstStepsDone());
  const endHints = useCallback(() => {
    endFirstSteps();
    setHinting(false);
  }, []);
  /** What stands right of the canvas. */
  const [side, setSide] = useState<"settings" | "versions">("settings");
  /** The version that lies over the canvas, to look at. */
  const [looked, setLooked] = useState<ShownVersion | null>(null);
  const narrow = window.innerWidth < 1200;
  // A line is gone to once: who comes back to the step finds it as any other.
  const place = useRef(show);
  // The canvas is ready anew with each drawing of the editor; only the first time leads to the step.
  const toShow = useRef(show);
  const takeLine = useCallback((step: StepId) => {
    if (place.current?.step !== step) return undefined;
    const { line } = place.current;
    place.current = undefined;
    return line;
  }, []);

  // The newest one, for parts of the editor that are drawn less often.
  const runUpTo = useRef((_step: StepId) => {});
  const lastValues = useMemo(() => lastValuesOf(lastRun), [lastRun]);
  const tools = useMemo(
    (): EditorTools => ({
      actions,
      problems,
      lastValues,
      lastRun,
      lastTasks,
      runner,
      others,
      manageRunner: onManageRunner,
      pickStep: (hangOn, at = undefined) => setPicking({ kind: "step", hangOn, at: at ?? null }),
      writeIn: (node) => requestAnimationFrame(() => canvas.current?.write(node)),
      pickInsert: (wire) => setPicking({ kind: "insert", wire }),
      pickTarget: (from) => setPicking({ kind: "target", from }),
      takeLine,
      tester,
      runUpTo: (step) => runUpTo.current(step),
    }),
    [actions, problems, lastValues, lastRun, lastTasks, runner, onManageRunner, others, takeLine, tester],
  );
  const editing = useMemo(
    (): CanvasEditing => ({
      onMove: actions.move,
      onConnect: actions.connect,
      onWireDropped: (from, port, at) =>
        setPicking({ kind: "step", hangOn: { from, port }, at: { x: at.x, y: at.y - 28 } }),
      onReconnect: actions.reconnect,
      onInsert: (wire) => setPicking({ kind: "insert", wire }),
      onMenu: (target, at, screen) => {
        const chosen = store.getState().selection;
        if (target?.kind === "wire") {
          if (!chosen.wires.includes(target.id)) store.select({ steps: [], wires: [target.id] });
        } else if (target !== null && !nodeIdsOf(chosen).includes(nodeIdOf(target)))
          store.select(selectionOf([nodeIdOf(target)]));
        setMenu({ target, at, screen });
      },
      onFold: actions.fold,
      notes: { write: actions.writeNote, resize: actions.resizeNote },
      groups: { rename: actions.renameGroup, resize: actions.resizeGroup },
    }),
    [actions, store],
  );

  const run = (way: RunWay = {}) => {
    saving.saveNow();
    // Who runs has seen enough.
    if (hinting) endHints();
    onRun(store.getState().workflow, way);
  };
  useEffect(() => {
    runUpTo.current = (step) => run({ upTo: step });
  });
  const pins = useMemo(() => pinnedSteps(workflow).length, [workflow]);
  const showVersions = () => {
    // What is on the screen becomes a version itself, so that nothing is compared with something older.
    saving.saveNow();
    setSide("versions");
    showPanel("inspector");
  };
  const makeYours =
    onMakeYours && (() => onMakeYours({ workflow: () => store.getState().workflow, apply: store.apply }));
  const exportWhole = async () => {
    const load = async (id: string) => (await others.load(id))?.workflow ?? null;
    downloadWorkflow(await carryWorkflows(store.getState().workflow, load));
  };
  const keepCopyOf = async (copied: Workflow, name: string) => {
    const id = crypto.randomUUID();
    const answer = await api.saveWorkflow({ id, basedOn: 0, workflow: { ...copied, name } });
    if (answer.ok) onOpen(id);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  const keepCopy = (name: string) => keepCopyOf(store.getState().workflow, name);
  const withTheirs = async (use: (theirs: StoredWorkflow) => void) => {
    const answer: Answer<StoredWorkflow> = await api.loadWorkflow(stored.id);
    if (answer.ok) use(answer.value);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };

  const toggleBreakpoint = useCardBreakpoints(props.drafts, stored.id);

  const commands = editorCommands({
    actions,
    canvas: () => canvas.current,
    chosenCard: () => (selection.steps.length === 1 ? (selection.steps[0] ?? null) : null),
    chosenNode: () => {
      const ids = nodeIdsOf(selection);
      return ids.length === 1 ? (ids[0] ?? null) : null;
    },
    clearSelection: () => store.select({ steps: [], wires: [] }),
    pickStep: () => {
      const [wire] = selection.wires;
      if (wire !== undefined && selection.wires.length === 1 && nodeIdsOf(selection).length === 0)
        tools.pickInsert(wire);
      else tools.pickStep(null);
    },
    pickTarget: tools.pickTarget,
    run: () => run(),
    runWithPins: () => run({ withPins: true }),
    runUpTo: (step) => run({ upTo: step, ...(pins > 0 && { withPins: true }) }),
    save: saving.saveNow,
    toggleBreakpoint,
    search: () => setSearching(true),
    find: () => {
      showPanel("palette");
      showLeft("palette");
      requestAnimationFrame(() => search.current?.focus());
    },
    showOutline: () => {
      showPanel("palette");
      showLeft("outline");
      setFocusAsked((count) => count + 1);
    },
    exportMermaid: () => {
      const now = store.getState().workflow;
      download(new Blob([mermaidOf(now)], { type: "text/plain" }), `${fileName(now.name)}.mmd`);
    },
    showProblems: () => setShowProblems(true),
    showVersions,
    exportFile: () => void exportWhole(),
    copyWorkflow: () => void keepCopy(`${workflow.name} (copy)`),
    makeYours,
    deleteWorkflow: onDelete,
  });
  usePageCommands(() => {
    const steps = selection.steps.filter((id) => id !== startNode).length;
    return editorPageCommands({
      workflow,
      chosen: {
        cards: selection.steps.length,
        steps,
        wires: selection.wires.length,
        others: (selection.notes?.length ?? 0) + (selection.groups?.length ?? 0),
      },
      commands,
      leaveOut: new Set<Command>([
        ...(makeYours === undefined ? (["yours"] as const) : []),
        ...(pins === 0 ? (["run-with-pins"] as const) : []),
        ...(versions === undefined ? (["versions"] as const) : []),
        ...(problems.length === 0 ? (["problems"] as const) : []),
      ]),
      addStep: (kind) => actions.addBeside(kind),
      showStep: actions.show,
    });
  });
  useShortcuts(
    (command) => {
      if (looked === null) return commands[command]();
      // Nothing acts on cards that cannot be seen.
      if (command !== "escape") return false;
      setLooked(null);
      return true;
    },
    {
      copy: () => (looked === null ? actions.copy() : null),
      cut: () => {
        const text = looked === null ? actions.copy() : null;
        if (text !== null) actions.remove();
        return text;
      },
      paste: (text) => looked === null && actions.paste(text),
    },
  );

  /** Escape in a field leads back to its card; in the code editor and in open lists it has its own meaning. */
  const onSettingsKey = (event: KeyboardEvent<HTMLElement>) => {
    const [id] = nodeIdsOf(selection);
    const { target } = event;
    const isField =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLElement && target.classList.contains("tw-expression"));
    if (event.key !== "Escape" || event.defaultPrevented || !isField || id === undefined) return;
    canvas.current?.focus(id);
  };

  return (
    <EditorContext value={tools}>
      <EditorBar
        saving={saving}
        pins={pins}
        onRun={run}
        onExport={() => void exportWhole()}
        onCopy={() => void keepCopy(`${workflow.name} (copy)`)}
        onVersions={versions && showVersions}
        onMakeYours={makeYours}
        onDelete={onDelete}
      />
      <div className="tw-editor">
        <h1 className="tw-hidden">{workflow.name}</h1>
        {makeYours && onForeignSeen && (
          <Notice
            look="banner"
            title="This workflow came from a file."
            actions={
              <>
                <Button size="small" onClick={onForeignSeen}>
                  Not now
                </Button>
                <Button size="small" onClick={makeYours}>
                  Make it yours
                </Button>
              </>
            }
          >
            It names workspaces, models, secrets or hosts. Look at them before its first run; nothing has run yet.
          </Notice>
        )}
        {saving.state.kind === "conflict" && (
          <ConflictNotice
            isThere={async () => (await api.loadWorkflow(stored.id)).ok}
            onSaveAgain={() => saving.settle(0, true)}
            onKeepBoth={() => void keepCopy(`${workflow.name} (yours)`)}
            onTakeTheirs={() =>
              void withTheirs((theirs) => {
                store.replace(theirs.workflow);
                saving.settle(theirs.revision, false);
              })
            }
            onOverwrite={() => void withTheirs((theirs) => saving.settle(theirs.revision, true))}
          />
        )}
        {saving.state.kind === "failed" && (
          <Notice
            look="banner"
            tone="bad"
            title={`Not saved: ${saving.state.refusal.message}`}
            actions={
              <>
                <Button size="small" onClick={() => downloadWorkflow(store.getState().workflow)}>
                  Export a copy
                </Button>
                <Button size="small" onClick={saving.saveNow}>
                  Save now
                </Button>
              </>
            }
          >
            It is tried again by itself. Export the workflow before you close this tab.
          </Notice>
        )}
        <SplitPanel
          id="palette"
          side="left"
          label="Steps to add"
          initial={narrow ? 176 : 216}
          min={140}
          max={320}
          panel={
            <LeftPanel
              side={left}
              onSide={(next) => {
                showLeft(next);
                setFocusAsked(0);
              }}
              focusAsked={focusAsked}
              palette={
                <Palette
                  searchRef={search}
                  onAdd={(kind) => {
                    slidePanelsAway();
                    actions.addBeside(kind);
                  }}
                  onDrop={(kind, screen) => {
                    const at = canvas.current?.pointAt(screen);
                    if (at) actions.addAt(kind, { x: at.x - 30, y: at.y - 24 });
                  }}
                />
              }
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
              // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from every field inside
              <div id="tw-settings" ref={settings} className="tw-settings" onKeyDown={onSettingsKey}>
                {side === "versions" && versions !== undefined ? (
                  <Suspense>
                    <VersionPanel
                      id={stored.id}
                      api={versions}
                      saved={saving.state.kind === "saved"}
                      shown={looked?.revision ?? null}
                      onLook={setLooked}
                      onShow={(step) => {
                        setLooked(null);
                        actions.show(step);
                      }}
                      onCopy={keepCopyOf}
                      onClose={() => {
                        setLooked(null);
                        setSide("settings");
                      }}
                    />
                  </Suspense>
                ) : (
                  <Inspector />
                )}
              </div>
            }
          >
            <div className="tw-canvas-place">
              <div className="tw-canvas-edited" inert={looked !== null}>
                <Canvas
                  workflow={workflow}
                  label="Canvas"
                  selection={selection}
                  onSelect={store.select}
                  editing={editing}
                  problems={counts}
                  onReady={(handle) => {
                    canvas.current = handle;
                    const first = toShow.current;
                    toShow.current = undefined;
                    if (first !== undefined && Object.hasOwn(workflow.steps, first.step)) actions.show(first.step);
                  }}
                  tools={
                    <>
                      <Button variant="quiet" icon={<Waypoints aria-hidden />} onClick={actions.tidy}>
                        Tidy
                      </Button>
                      <Button variant="quiet" icon={<Plus aria-hidden />} onClick={() => tools.pickStep(null)}>
                        Add step
                      </Button>
                      <IconButton
                        label="Add note"
                        shortcut="N"
                        icon={<StickyNote aria-hidden />}
                        onClick={() => actions.addNote()}
                      />
                    </>
                  }
                >
                  {searching && (
                    <CanvasSearch
                      canvas={canvasNow}
                      onClose={(node) => {
                        setSearching(false);
                        if (node === null) return;
                        store.select(selectionOf([node]));
                        canvas.current?.focus(node);
                      }}
                    />
                  )}
                  {Object.keys(workflow.steps).length === 0 && <EmptyHint onAdd={() => tools.pickStep(null)} />}
                </Canvas>
              </div>
              {looked !== null && (
                <Suspense>
                  <VersionCanvas version={looked} onClose={() => setLooked(null)} />
                </Suspense>
              )}
            </div>
            <ProblemsPanel
              problems={problems}
              workflow={workflow}
              open={showProblems}
              onOpen={setShowProblems}
              onShow={(problem) => actions.show(problem.step ?? startNode)}
            />
          </SplitPanel>
        </SplitPanel>
      </div>
      {hinting && Object.keys(workflow.steps).length > 0 && (
        <Suspense>
          <FirstSteps onEnd={endHints} />
        </Suspense>
      )}
      <ContextMenu place={menu} onBreakpoint={toggleBreakpoint} onClose={() => setMenu(null)} />
      <PickStep picking={picking} onClose={() => setPicking({ kind: "none" })} />
      <PickTarget picking={picking} onClose={() => setPicking({ kind: "none" })} />
    </EditorContext>
  );
}
