import { Plus, Waypoints } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Answer, EngineApi, StoredWorkflow } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { SplitPanel } from "../ui/SplitPanel.tsx";
import { showToast } from "../ui/toast.ts";
import { kinds } from "../workflow/kinds.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Point, StepKind, Workflow } from "../workflow/workflow.ts";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { Canvas } from "./canvas/Canvas.tsx";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { createDocumentStore } from "./document/documentStore.ts";
import { useAutosave } from "./document/useAutosave.ts";
import { DocumentContext, useDocument, useDocumentStore } from "./document/useDocument.ts";
import { downloadWorkflow } from "./downloadWorkflow.ts";
import { EditorBar } from "./EditorBar.tsx";
import { EmptyHint } from "./EmptyHint.tsx";
import { editorActions, type PortRef } from "./editorActions.ts";
import { EditorContext, type EditorTools, useEditor } from "./editorContext.ts";
import { Inspector } from "./inspector/Inspector.tsx";
import { KindIcon } from "./KindIcon.tsx";
import { Palette } from "./Palette.tsx";
import { PickList } from "./PickList.tsx";
import { ProblemsPanel } from "./ProblemsPanel.tsx";
import { paletteGroups } from "./paletteGroups.ts";
import { targetEntries } from "./pickEntries.ts";
import { problemCounts } from "./problemCounts.ts";
import type { Command } from "./shortcuts.ts";
import { useProblems } from "./useProblems.ts";
import { useShortcuts } from "./useShortcuts.ts";
import "./Editor.css";

export interface EditorProps {
  /** As it was loaded. Another workflow needs another `key`. */
  readonly stored: StoredWorkflow;
  readonly api: Pick<EngineApi, "saveWorkflow" | "loadWorkflow" | "checkSources">;
  /** The document as it stands now, saved or not. */
  readonly onRun: (workflow: Workflow) => void;
  /** Shows another workflow: a copy of this one. */
  readonly onOpen: (workflowId: string) => void;
  /** Asks whether to delete the workflow, and does. */
  readonly onDelete: () => void;
}

/** The editor of one workflow. It fills its place and puts its name and buttons into the top bar. */
export function Editor(props: EditorProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store begins with the document and goes on by itself
  const store = useMemo(() => createDocumentStore(props.stored.workflow), []);
  return (
    <DocumentContext value={store}>
      <EditorFrame {...props} />
    </DocumentContext>
  );
}

type Picking =
  | { readonly kind: "none" }
  | { readonly kind: "step"; readonly hangOn: PortRef | null; readonly at: Point | null }
  | { readonly kind: "target"; readonly from: string };

function EditorFrame({ stored, api, onRun, onOpen, onDelete }: EditorProps) {
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const canvas = useRef<CanvasHandle | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const actions = useMemo(() => editorActions(store, () => canvas.current), [store]);
  const save = useCallback(
    (basedOn: number, next: Workflow) => api.saveWorkflow({ id: stored.id, basedOn, workflow: next }),
    [api, stored.id],
  );
  const saving = useAutosave(store, stored.revision, save);
  const checkSources = useCallback((next: Workflow) => api.checkSources(next), [api]);
  const problems = useProblems(workflow, checkSources);
  const counts = useMemo(() => problemCounts(problems), [problems]);
  const [picking, setPicking] = useState<Picking>({ kind: "none" });
  const [showProblems, setShowProblems] = useState(false);
  const narrow = window.innerWidth < 1200;

  const tools = useMemo(
    (): EditorTools => ({
      actions,
      problems,
      pickStep: (hangOn) => setPicking({ kind: "step", hangOn, at: null }),
      pickTarget: (from) => setPicking({ kind: "target", from }),
    }),
    [actions, problems],
  );
  const editing = useMemo(
    () => ({
      onMove: actions.move,
      onConnect: actions.connect,
      onWireDropped: (from: string, port: string, at: Point) =>
        setPicking({ kind: "step", hangOn: { from, port }, at: { x: at.x, y: at.y - 28 } }),
    }),
    [actions],
  );

  const run = () => {
    saving.saveNow();
    onRun(store.getState().workflow);
  };
  const keepCopy = async (name: string) => {
    const id = crypto.randomUUID();
    const copy = { ...store.getState().workflow, name };
    const answer = await api.saveWorkflow({ id, basedOn: 0, workflow: copy });
    if (answer.ok) onOpen(id);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  const withTheirs = async (use: (theirs: StoredWorkflow) => void) => {
    const answer: Answer<StoredWorkflow> = await api.loadWorkflow(stored.id);
    if (answer.ok) use(answer.value);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };

  useShortcuts((command) => perform(command), {
    copy: actions.copy,
    cut: () => {
      const text = actions.copy();
      if (text !== null) actions.remove();
      return text;
    },
    paste: (text) => actions.paste(text),
  });

  function perform(command: Command): boolean {
    const only = selection.steps.length === 1 ? selection.steps[0] : undefined;
    if (command.startsWith("focus-")) actions.focusNeighbour(command.slice(6) as "left");
    else if (command.startsWith("move-")) actions.nudge(command.slice(5) as "left");
    else
      switch (command) {
        case "undo":
          actions.undo();
          break;
        case "redo":
          actions.redo();
          break;
        case "duplicate":
          actions.duplicate();
          break;
        case "select-all":
          actions.selectAll();
          break;
        case "delete":
          actions.remove();
          break;
        case "add":
          setPicking({ kind: "step", hangOn: null, at: null });
          break;
        case "connect":
          if (only === undefined) showToast({ tone: "info", text: "Select one card first, then connect it." });
          else setPicking({ kind: "target", from: only });
          break;
        case "tidy":
          actions.tidy();
          break;
        case "fit":
          canvas.current?.fit();
          break;
        case "run":
          run();
          break;
        case "save":
          saving.saveNow();
          break;
        case "find":
          search.current?.focus();
          break;
        case "escape":
          store.select({ steps: [], wires: [] });
          break;
        case "open":
          if (only === undefined) return false;
          document.querySelector<HTMLElement>("#tw-settings input, #tw-settings textarea")?.focus();
          break;
        default:
          return false;
      }
    return true;
  }

  return (
    <EditorContext value={tools}>
      <EditorBar
        saving={saving}
        onRun={run}
        onExport={() => downloadWorkflow(store.getState().workflow)}
        onCopy={() => void keepCopy(`${workflow.name} (copy)`)}
        onDelete={onDelete}
      />
      <div className="tw-editor">
        <h1 className="tw-hidden">{workflow.name}</h1>
        {saving.state.kind === "conflict" && (
          <ConflictNotice
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
            <Palette
              searchRef={search}
              onAdd={(kind) => actions.addBeside(kind)}
              onDrop={(kind, screen) => {
                const at = canvas.current?.pointAt(screen);
                if (at) actions.addAt(kind, { x: at.x - 30, y: at.y - 24 });
              }}
            />
          }
        >
          <SplitPanel
            id="inspector"
            side="right"
            label="Settings"
            initial={narrow ? 292 : 344}
            min={260}
            max={760}
            panel={
              <div id="tw-settings" className="tw-settings">
                <Inspector />
              </div>
            }
          >
            <Canvas
              workflow={workflow}
              label="Canvas"
              selection={selection}
              onSelect={store.select}
              editing={editing}
              problems={counts}
              onReady={(handle) => {
                canvas.current = handle;
              }}
              tools={
                <>
                  <Button variant="quiet" icon={<Waypoints aria-hidden />} onClick={actions.tidy}>
                    Tidy
                  </Button>
                  <Button variant="quiet" icon={<Plus aria-hidden />} onClick={() => tools.pickStep(null)}>
                    Add step
                  </Button>
                </>
              }
            >
              {Object.keys(workflow.steps).length === 0 && <EmptyHint onAdd={() => tools.pickStep(null)} />}
            </Canvas>
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
      <PickStep picking={picking} onClose={() => setPicking({ kind: "none" })} />
      <PickTarget picking={picking} onClose={() => setPicking({ kind: "none" })} />
    </EditorContext>
  );
}

/** Which step to add; for a wire that was dropped, the step hangs on it. */
function PickStep({ picking, onClose }: { readonly picking: Picking; readonly onClose: () => void }) {
  const workflow = useDocument((state) => state.workflow);
  const { actions } = useEditor();
  const open = picking.kind === "step";
  const hangOn = open ? picking.hangOn : null;
  const source =
    hangOn === null ? null : hangOn.from === startNode ? "Start" : (workflow.steps[hangOn.from]?.title ?? hangOn.from);
  return (
    <PickList
      open={open}
      title={
        source === null ? "Add step" : `Add step after ${source}${hangOn?.port === "done" ? "" : `, ${hangOn?.port}`}`
      }
      placeholder="Find a step"
      empty="There is nothing to add."
      entries={paletteGroups("").flatMap((group) =>
        group.kinds.map((kind) => ({
          id: kind,
          label: kinds[kind].title,
          note: kinds[kind].about,
          icon: <KindIcon kind={kind} />,
          group: group.title,
        })),
      )}
      onPick={(kind) => {
        onClose();
        if (!open) return;
        if (picking.at !== null) actions.addAt(kind as StepKind, picking.at, hangOn);
        else actions.addBeside(kind as StepKind, hangOn);
      }}
      onClose={onClose}
    />
  );
}

/** Which step a card leads to. */
function PickTarget({ picking, onClose }: { readonly picking: Picking; readonly onClose: () => void }) {
  const workflow = useDocument((state) => state.workflow);
  const { actions } = useEditor();
  const from = picking.kind === "target" ? picking.from : null;
  const entries = useMemo(
    () => (from === null ? [] : targetEntries(workflow, wiresOf(workflow), from)),
    [workflow, from],
  );
  const title = from === null || from === startNode ? "Start" : (workflow.steps[from]?.title ?? from);
  return (
    <PickList
      open={from !== null}
      title={`Connect ${title} to`}
      placeholder="Find a step"
      empty="It leads to every step already, or there is no other one. Add a step first."
      entries={entries.map((entry) => {
        const step = workflow.steps[entry.to];
        return {
          id: entry.id,
          label: entry.label,
          note: entry.note,
          ...(step !== undefined && { icon: <KindIcon kind={step.kind} /> }),
        };
      })}
      onPick={(id) => {
        const entry = entries.find((one) => one.id === id);
        onClose();
        if (entry !== undefined && from !== null) actions.connect(from, entry.port, entry.to);
      }}
      onClose={onClose}
    />
  );
}
