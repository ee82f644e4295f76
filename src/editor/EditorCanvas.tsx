import { Plus, StickyNote, Waypoints } from "lucide-react";
import { memo, useMemo } from "react";
import { Button, IconButton } from "../ui/Button.tsx";
import type { Problem } from "../workflow/problem.ts";
import type { MenuPlace } from "./ContextMenu.tsx";
import { Canvas } from "./canvas/Canvas.tsx";
import type { CanvasEditing } from "./canvas/canvasEditing.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { cardWidth, portAxis } from "./canvas/cardSize.ts";
import { nodeIdOf, nodeIdsOf, selectionOf } from "./canvas/selection.ts";
import { useDocument, useDocumentStore } from "./document/useDocument.ts";
import { EmptyHint } from "./EmptyHint.tsx";
import { useEditor } from "./editorContext.ts";
import { openSettings } from "./openSettings.ts";
import { problemCounts } from "./problemCounts.ts";
import { CanvasSearch } from "./search/CanvasSearch.tsx";

/** The canvas of the document; of the editor it alone is drawn anew with every change. */
export const EditorCanvas = memo(function EditorCanvas({
  problems,
  canvas,
  onReady,
  onMenu,
  searching,
  onSearched,
}: {
  readonly problems: readonly Problem[];
  readonly canvas: () => CanvasHandle | null;
  readonly onReady: (handle: CanvasHandle) => void;
  readonly onMenu: (place: MenuPlace) => void;
  readonly searching: boolean;
  /** The search is over. */
  readonly onSearched: () => void;
}) {
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const { actions, pickStep, pickInsert } = useEditor();
  const counts = useMemo(() => problemCounts(problems), [problems]);
  const editing = useMemo(
    (): CanvasEditing => ({
      onMove: actions.move,
      onConnect: actions.connect,
      onWireDropped: (from, port, at) => pickStep({ from, port }, { x: at.x, y: at.y - portAxis }),
      onInputDropped: (to, at) => pickStep({ to }, { x: at.x - cardWidth, y: at.y - portAxis }),
      onReconnect: actions.reconnect,
      onInsert: pickInsert,
      onOpen: openSettings,
      onAdd: (at) => pickStep(null, { x: at.x - 30, y: at.y - 24 }),
      onMenu: (target, at, screen) => {
        const chosen = store.getState().selection;
        if (target?.kind === "wire") {
          if (!chosen.wires.includes(target.id)) store.select({ steps: [], wires: [target.id] });
        } else if (target !== null && !nodeIdsOf(chosen).includes(nodeIdOf(target)))
          store.select(selectionOf([nodeIdOf(target)]));
        onMenu({ target, at, screen });
      },
      onFold: actions.fold,
      notes: { write: actions.writeNote, resize: actions.resizeNote },
      groups: { rename: actions.renameGroup, resize: actions.resizeGroup },
    }),
    [actions, store, pickStep, pickInsert, onMenu],
  );
  const tools = useMemo(
    () => (
      <>
        <Button variant="quiet" icon={<Waypoints aria-hidden />} onClick={actions.tidy}>
          Tidy
        </Button>
        <Button variant="quiet" icon={<Plus aria-hidden />} onClick={() => pickStep(null)}>
          Add step
        </Button>
        <IconButton label="Add note" shortcut="N" icon={<StickyNote aria-hidden />} onClick={() => actions.addNote()} />
      </>
    ),
    [actions, pickStep],
  );
  return (
    <Canvas
      workflow={workflow}
      label="Canvas"
      selection={selection}
      onSelect={store.select}
      editing={editing}
      problems={counts}
      onReady={onReady}
      tools={tools}
    >
      {searching && (
        <CanvasSearch
          canvas={canvas}
          onClose={(node) => {
            onSearched();
            if (node === null) return;
            store.select(selectionOf([node]));
            canvas()?.focus(node);
          }}
        />
      )}
      {Object.keys(workflow.steps).length === 0 && <EmptyHint onAdd={() => pickStep(null)} />}
    </Canvas>
  );
});
