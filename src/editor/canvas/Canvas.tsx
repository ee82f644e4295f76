import {
  type Connection,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  type ReactFlowState,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import {
  type FocusEvent,
  type MouseEvent as PointerAt,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../../ui/classNames.ts";
import { startNode, type Wire, wiresOf } from "../../workflow/wires.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { CanvasDots } from "./CanvasDots.tsx";
import { CanvasMap } from "./CanvasMap.tsx";
import { CanvasTools } from "./CanvasTools.tsx";
import type { CanvasEditing, MenuTarget } from "./canvasEditing.ts";
import { type CanvasHandle, fitOptions, useCanvasHandle } from "./canvasHandle.ts";
import { type CanvasMode, CanvasModeContext } from "./canvasMode.ts";
import { type CanvasNode, type CardProblems, sameWire, type WireEdge } from "./canvasNodes.ts";
import { createTouchStore, TouchContext } from "./canvasTouch.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { createLiveHub, LiveContext, type LiveStore } from "./live.ts";
import { NoteCard } from "./NoteCard.tsx";
import { Outline } from "./Outline.tsx";
import { positionsOf } from "./positions.ts";
import { StartCard, StepCard } from "./StepCard.tsx";
import { nodeRefOf, nothingSelected, type Selection } from "./selection.ts";
import { manyNodes, SlimContext, tinyZoom } from "./slim.ts";
import { useDragging } from "./useDragging.ts";
import { useDrawn } from "./useDrawn.ts";
import { useKept } from "./useKept.ts";
import { useKeptCentre } from "./useKeptCentre.ts";
import { useSelecting } from "./useSelecting.ts";
import { useSteady } from "./useSteady.ts";
import { useWireEnds } from "./useWireEnds.ts";
import { type FrameSize, viewOfAll } from "./viewOfAll.ts";
import { DrawnWire, WireLine } from "./WireLine.tsx";
import "@xyflow/react/dist/base.css";
import "./Canvas.css";
import "./far.css";

export type { CanvasHandle } from "./canvasHandle.ts";

export interface CanvasProps {
  readonly workflow: Workflow;
  readonly label: string;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  readonly editing?: CanvasEditing;
  /** Present in a run: every card follows its own part of it. */
  readonly live?: LiveStore;
  /** By step id or `Start`. */
  readonly problems?: ReadonlyMap<StepId, CardProblems>;
  readonly onReady?: (handle: CanvasHandle) => void;
  /** Further buttons in the row of zoom tools. */
  readonly tools?: ReactNode;
  /** Lies over the canvas. */
  readonly children?: ReactNode;
  readonly onCardRender?: (step: StepId) => void;
}

const nodeTypes = { step: StepCard, start: StartCard, note: NoteCard, frame: GroupFrame };
const edgeTypes = { wire: WireLine };
const grid: [number, number] = [4, 4];
const addsToSelection = ["Meta", "Control", "Shift"];
const noneAtAll: ReadonlyMap<StepId, CardProblems> = new Map();

/** The graph of a workflow, in the editor and in a run. React Flow only draws it; the document is ours. */
export function Canvas({ workflow, ...props }: CanvasProps) {
  const { editing, onCardRender } = props;
  const touch = useMemo(() => createTouchStore(), []);
  const { live } = props;
  const hub = useMemo(() => createLiveHub(live), [live]);
  const handle = useRef<CanvasHandle | null>(null);
  const folding = useFolded(workflow, editing?.onFold);
  const shared = useMemo(
    (): CanvasMode => ({
      mode: editing === undefined ? "run" : "edit",
      ...(editing !== undefined && { notes: editing.notes, groups: editing.groups, onInsert: editing.onInsert }),
      onFold: folding.onFold,
      onFocusNode: (node) => requestAnimationFrame(() => handle.current?.focus(node)),
      ...(onCardRender !== undefined && { onRender: onCardRender }),
    }),
    [editing, folding.onFold, onCardRender],
  );
  return (
    <ReactFlowProvider>
      <CanvasModeContext value={shared}>
        <TouchContext value={touch}>
          <LiveContext value={hub}>
            <Surface
              {...props}
              workflow={folding.workflow}
              onReady={(ready) => {
                handle.current = ready;
                props.onReady?.(ready);
              }}
            />
          </LiveContext>
        </TouchContext>
      </CanvasModeContext>
    </ReactFlowProvider>
  );
}

function Surface({
  workflow,
  label,
  selection = nothingSelected,
  onSelect,
  editing,
  problems = noneAtAll,
  onReady,
  tools,
  children,
}: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { steps, layout } = workflow;
  const wires = useKept(
    useMemo(() => wiresOf({ steps }), [steps]),
    sameWires,
  );
  const positions = useKept(
    useMemo(() => positionsOf({ ...emptyDocument, steps, ...(layout && { layout }) }), [steps, layout]),
    samePlaces,
  );
  const { nodes, changeNodes, edges, glide } = useDrawn({ workflow, positions, selection, problems, wires });
  // React Flow fits the view when it has drawn and measured all cards: a thousand whole ones take far longer than small ones.
  const [first] = useState(() => viewOfAll(nodes, usualSize()) ?? { x: 0, y: 0, zoom: 1 });
  const zoomOf = ({ panZoom, transform }: ReactFlowState) => (panZoom === null ? first.zoom : transform[2]);
  const far = useStore((flow) => farClasses(zoomOf(flow)));
  const isTiny = useStore((flow) => zoomOf(flow) < tinyZoom);
  const isLarge = nodes.length > manyNodes;
  useCanvasHandle({ frame, glide, workflow, onReady });
  useKeptCentre(frame);
  const selecting = useSelecting(selection, changeNodes, onSelect);
  const dragging = useDragging(workflow, positions, editing?.onMove);
  const wireEnds = useWireEnds(frame, wires, editing);
  const flow = useReactFlow();
  const handlers = useSteady({
    onNodesChange: (changes: NodeChange<CanvasNode>[]) => selecting.onNodesChange(dragging.carry(changes)),
    onEdgesChange: selecting.onEdgesChange,
    onNodeDrag: dragging.onDrag,
    onNodeDragStop: (_event: unknown, _node: unknown, moved: CanvasNode[]) => dragging.onDragStop(moved),
    onSelectionDragStop: (_event: unknown, moved: CanvasNode[]) => dragging.onDragStop(moved),
    onConnect: ({ source, sourceHandle, target }: Connection) =>
      editing?.onConnect(source, sourceHandle ?? "done", target),
    onNodeContextMenu: (event: PointerAt, { id }: CanvasNode) => openMenu(event, nodeRefOf(id)),
    onEdgeContextMenu: (event: PointerAt, { id }: WireEdge) => openMenu(event, { kind: "wire", id }),
    onPaneContextMenu: (event: PointerAt | MouseEvent) => openMenu(event, null),
    onNodeDoubleClick: (_event: PointerAt, { id }: CanvasNode) => isCard(id) && editing?.onOpen(),
    onDoubleClick: ({ target, clientX, clientY }: PointerAt) => {
      const isEmpty = target instanceof Element && target.classList.contains("react-flow__pane");
      if (isEmpty) editing?.onAdd(flow.screenToFlowPosition({ x: clientX, y: clientY }));
    },
    ...wireEnds,
  });

  return (
    <section
      ref={frame}
      aria-label={label}
      className={classNames("tw-canvas", editing === undefined && "tw-canvas-run", far)}
      onFocus={selecting.onFocus as (event: FocusEvent<HTMLElement>) => void}
    >
      <Outline workflow={workflow} wires={wires} />
      <SlimContext value={isLarge && isTiny}>
        <ReactFlow<CanvasNode, WireEdge>
          nodes={nodes as CanvasNode[]}
          edges={edges as WireEdge[]}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          {...handlers}
          connectionLineComponent={DrawnWire}
          isValidConnection={joinsCards}
          connectionRadius={28}
          nodesDraggable={editing !== undefined}
          nodesConnectable={editing !== undefined}
          edgesReconnectable={editing !== undefined}
          reconnectRadius={15}
          snapToGrid
          snapGrid={grid}
          nodeDragThreshold={3}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={addsToSelection}
          disableKeyboardA11y
          ariaLabelConfig={spoken}
          zoomOnDoubleClick={false}
          minZoom={0.1}
          maxZoom={2}
          defaultViewport={first}
          fitView
          fitViewOptions={fitOptions}
          onlyRenderVisibleElements={isLarge}
          attributionPosition="top-right"
        >
          <CanvasDots />
          <CanvasMap nodes={nodes} />
          <CanvasTools fitOptions={fitOptions}>{tools}</CanvasTools>
        </ReactFlow>
      </SlimContext>
      {children}
    </section>
  );

  function openMenu(event: PointerAt | MouseEvent, target: MenuTarget | null) {
    if (editing === undefined) return;
    event.preventDefault();
    const screen = { x: event.clientX, y: event.clientY };
    editing.onMenu(target, flow.screenToFlowPosition(screen), screen);
  }
}

/** In the editor the document says which frames are folded; in a run whoever looks at it may open and fold them. */
function useFolded(workflow: Workflow, onFoldInDocument: CanvasEditing["onFold"] | undefined) {
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const onFold = useCallback(
    (group: string, fold: boolean) =>
      onFoldInDocument === undefined
        ? setFolded((before) => new Map([...before, [group, fold]]))
        : onFoldInDocument(group, fold),
    [onFoldInDocument],
  );
  const seen = useMemo((): Workflow => {
    if (folded.size === 0 || onFoldInDocument !== undefined) return workflow;
    const groups = workflow.layout?.groups?.map((group) => {
      const collapsed = folded.get(group.id);
      return collapsed === undefined ? group : { ...group, collapsed };
    });
    return groups === undefined ? workflow : { ...workflow, layout: { ...workflow.layout, groups } };
  }, [workflow, folded, onFoldInDocument]);
  return { workflow: seen, onFold };
}

function sameWires(a: readonly Wire[], b: readonly Wire[]): boolean {
  return a.length === b.length && a.every((wire, i) => wire.id === b[i]?.id && sameWire(wire, b[i]));
}

function samePlaces(a: ReadonlyMap<StepId, Point>, b: ReadonlyMap<StepId, Point>): boolean {
  return a.size === b.size && [...a].every(([id, { x, y }]) => b.get(id)?.x === x && b.get(id)?.y === y);
}

function joinsCards({ source, target }: WireEdge | Connection): boolean {
  return target !== startNode && isCard(source) && isCard(target);
}

function isCard(nodeId: string | null): boolean {
  return nodeId !== null && nodeRefOf(nodeId).kind === "card";
}

/** About as large as a canvas is between its panels: before anything is drawn, nobody knows. */
function usualSize(): FrameSize {
  return { width: window.innerWidth * 0.65, height: window.innerHeight * 0.6 };
}

/** The smaller the cards are on the screen, the less of them is drawn (`far.css`). */
function farClasses(zoom: number): string {
  if (zoom >= 0.55) return "";
  if (zoom >= 0.43) return "tw-canvas-far";
  return zoom >= tinyZoom ? "tw-canvas-far tw-canvas-farther" : "tw-canvas-far tw-canvas-farther tw-canvas-tiny";
}

/** What React Flow tells screen readers about cards and wires. */
const spoken = {
  "node.a11yDescription.default":
    "Arrow keys lead to other cards, Alt with arrow keys moves it, Enter opens its settings.",
  "node.a11yDescription.keyboardDisabled": "Arrow keys lead to other cards, Enter opens its settings.",
  "edge.a11yDescription.default": "Delete removes the wire.",
};

const emptyDocument: Workflow = { format: "tickwork/workflow@1", name: "", steps: {} };
