import {
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from "@xyflow/react";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../ui/classNames.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { Point, PortName, StepId, Workflow } from "../../workflow/workflow.ts";
import { CanvasTools } from "./CanvasTools.tsx";
import { type CanvasMode, CanvasModeContext } from "./canvasMode.ts";
import { type CanvasNode, edgesOf, nodesOf, nothingSelected, type Selection, type WireEdge } from "./canvasNodes.ts";
import { HoveredWireContext } from "./hoveredWire.ts";
import { LiveContext, type LiveStore } from "./live.ts";
import { Outline } from "./Outline.tsx";
import { positionsOf } from "./positions.ts";
import { StartCard, StepCard } from "./StepCard.tsx";
import { DrawnWire, WireLine } from "./WireLine.tsx";
import "@xyflow/react/dist/base.css";
import "./Canvas.css";
import "./far.css";

/** What a person may change on a canvas; without it the canvas only shows. Points are canvas coordinates. */
export interface CanvasEditing {
  readonly onMove: (moves: ReadonlyMap<StepId, Point>) => void;
  readonly onConnect: (from: StepId, port: PortName, to: StepId) => void;
  /** A wire was let go over empty canvas, at `screen` in client coordinates. */
  readonly onWireDropped: (from: StepId, port: PortName, at: Point, screen: Point) => void;
  readonly onMenu?: (target: StepId | null, at: Point, screen: Point) => void;
}

/** What the page around a canvas may ask of it. */
export interface CanvasHandle {
  readonly fit: () => void;
  /** Brings a card into the middle and gives it the focus. */
  readonly show: (step: StepId) => void;
  /** Moves the focus to a card without moving the view more than needed. */
  readonly focus: (step: StepId) => void;
  /** From client coordinates; `null` outside of the canvas. */
  readonly pointAt: (screen: Point) => Point | null;
  readonly centre: () => Point;
}

export interface CanvasProps {
  readonly workflow: Workflow;
  readonly label: string;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  readonly editing?: CanvasEditing;
  /** Present in a run: every card follows its own part of it. */
  readonly live?: LiveStore;
  /** Number of problems by step id or `Start`. */
  readonly problems?: ReadonlyMap<StepId, number>;
  readonly onReady?: (handle: CanvasHandle) => void;
  /** Further buttons in the row of zoom tools. */
  readonly tools?: ReactNode;
  /** Lies over the canvas. */
  readonly children?: ReactNode;
  readonly onCardRender?: (step: StepId) => void;
}

const nodeTypes = { step: StepCard, start: StartCard };
const edgeTypes = { wire: WireLine };
const noProblems: ReadonlyMap<StepId, number> = new Map();
const fitOptions = { padding: 0.1, maxZoom: 1, minZoom: 0.2 };

/** The graph of a workflow, in the editor and in a run. React Flow only draws it; the document is ours. */
export function Canvas(props: CanvasProps) {
  const mode = props.editing === undefined ? "run" : "edit";
  const { onCardRender } = props;
  const shared = useMemo(
    (): CanvasMode => ({ mode, ...(onCardRender !== undefined && { onRender: onCardRender }) }),
    [mode, onCardRender],
  );
  return (
    <ReactFlowProvider>
      <CanvasModeContext value={shared}>
        <LiveContext value={props.live ?? null}>
          <Surface {...props} />
        </LiveContext>
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
  problems = noProblems,
  onReady,
  tools,
  children,
}: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const far = useStore(({ transform }) => transform[2] < 0.55);
  const [hovered, setHovered] = useState<string | null>(null);
  const { steps, layout } = workflow;
  const wires = useMemo(() => wiresOf({ steps }), [steps]);
  const positions = useMemo(
    () => positionsOf({ ...emptyDocument, steps, ...(layout && { layout }) }, wires),
    [steps, layout, wires],
  );
  const { nodes, changeNodes, edges } = useDrawn({ workflow, positions, selection, problems, wires });
  useHandle(frame, onReady);

  const select = useCallback(
    (next: Selection) => {
      if (!sameSelection(next, selection)) onSelect?.(next);
    },
    [selection, onSelect],
  );

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const next = changeNodes((before) => applyNodeChanges(changes, [...before]));
      if (changes.some(({ type }) => type === "select"))
        select({ ...selection, steps: next.filter((node) => node.selected === true).map(({ id }) => id) });
    },
    [changeNodes, select, selection],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdge>[]) => {
      const chosen = new Set(selection.wires);
      for (const change of changes) {
        if (change.type !== "select") continue;
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
      }
      select({ ...selection, wires: [...chosen] });
    },
    [select, selection],
  );

  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (editing === undefined || state.fromNode === null || state.isValid === true) return;
    const port = state.fromHandle?.id ?? "done";
    const point = "changedTouches" in event ? event.changedTouches[0] : event;
    if (point === undefined) return;
    const screen = { x: point.clientX, y: point.clientY };
    const under = document.elementFromPoint(screen.x, screen.y);
    const card = under?.closest<HTMLElement>("[data-step]")?.dataset.step;
    if (card !== undefined && card !== startNode) editing.onConnect(state.fromNode.id, port, card);
    else if (card === undefined && frame.current?.contains(under ?? null) === true) {
      const at = flow.screenToFlowPosition(screen);
      editing.onWireDropped(state.fromNode.id, port, at, screen);
    }
  };
  const flow = useReactFlow();

  return (
    <section ref={frame} aria-label={label} className={classNames("tw-canvas", far && "tw-canvas-far")}>
      <Outline workflow={workflow} wires={wires} />
      <HoveredWireContext value={hovered}>
        <ReactFlow<CanvasNode, WireEdge>
          nodes={nodes as CanvasNode[]}
          edges={edges as WireEdge[]}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onEdgesChange={onEdgesChange}
          onNodeDragStop={(_, _node, moved) =>
            editing?.onMove(new Map(moved.map(({ id, position }) => [id, { x: position.x, y: position.y }])))
          }
          onSelectionDragStop={(_, moved) =>
            editing?.onMove(new Map(moved.map(({ id, position }) => [id, { x: position.x, y: position.y }])))
          }
          onConnect={({ source, sourceHandle, target }: Connection) =>
            editing?.onConnect(source, sourceHandle ?? "done", target)
          }
          onConnectEnd={onConnectEnd}
          onEdgeMouseEnter={(_, { id }) => setHovered(id)}
          onEdgeMouseLeave={() => setHovered(null)}
          onNodeContextMenu={(event, { id }) => openMenu(event, id)}
          onPaneContextMenu={(event) => openMenu(event, null)}
          connectionLineComponent={DrawnWire}
          isValidConnection={({ target }) => target !== startNode}
          connectionRadius={28}
          nodesDraggable={editing !== undefined}
          nodesConnectable={editing !== undefined}
          snapToGrid
          snapGrid={[4, 4]}
          nodeDragThreshold={3}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={["Meta", "Control", "Shift"]}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          minZoom={0.1}
          maxZoom={2}
          fitView
          fitViewOptions={fitOptions}
          onlyRenderVisibleElements={nodes.length > 200}
          attributionPosition="top-right"
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} />
          <MiniMap
            pannable
            zoomable
            ariaLabel="Map of the workflow"
            nodeBorderRadius={20}
            nodeClassName={(node) => (node.selected === true ? "tw-mini-selected" : "")}
          />
          <CanvasTools fitOptions={fitOptions}>{tools}</CanvasTools>
        </ReactFlow>
      </HoveredWireContext>
      {children}
    </section>
  );

  function openMenu(
    event: { preventDefault(): void } & Partial<Pick<MouseEvent, "clientX" | "clientY">>,
    target: StepId | null,
  ) {
    if (editing?.onMenu === undefined || event.clientX === undefined || event.clientY === undefined) return;
    event.preventDefault();
    const screen = { x: event.clientX, y: event.clientY };
    editing.onMenu(target, flow.screenToFlowPosition(screen), screen);
  }
}

const emptyDocument: Workflow = { format: "tickwork/workflow@1", name: "", steps: {} };

function sameSelection(a: Selection, b: Selection): boolean {
  const same = (x: readonly string[], y: readonly string[]) => x.length === y.length && x.every((id) => y.includes(id));
  return same(a.steps, b.steps) && same(a.wires, b.wires);
}

/** Nodes and edges for React Flow; during a drag the nodes run ahead of the document. */
function useDrawn({ wires, ...drawn }: Parameters<typeof nodesOf>[0] & { readonly wires: ReturnType<typeof wiresOf> }) {
  const { workflow, positions, selection, problems } = drawn;
  const [nodes, setNodes] = useState<readonly CanvasNode[]>(() => nodesOf(drawn, []));
  // React Flow reports several changes before the next render: each must see the one before it.
  const latest = useRef(nodes);
  const changeNodes = useCallback((change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => {
    latest.current = change(latest.current);
    setNodes(latest.current);
    return latest.current;
  }, []);
  useLayoutEffect(() => {
    changeNodes((before) => nodesOf({ workflow, positions, selection, problems }, before));
  }, [changeNodes, workflow, positions, selection, problems]);
  const before = useRef<readonly WireEdge[]>([]);
  const edges = useMemo(() => edgesOf(wires, selection, before.current), [wires, selection]);
  useLayoutEffect(() => {
    before.current = edges;
  }, [edges]);
  return { nodes, changeNodes, edges };
}

function useHandle(frame: React.RefObject<HTMLElement | null>, onReady: CanvasProps["onReady"]): void {
  const flow = useReactFlow<CanvasNode, WireEdge>();
  useEffect(() => {
    if (onReady === undefined) return;
    const card = (step: StepId) =>
      frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(step)}"]`);
    const box = () => frame.current?.getBoundingClientRect();
    onReady({
      fit: () => void flow.fitView(fitOptions),
      show: (step) => {
        const node = flow.getInternalNode(step);
        if (node === undefined) return;
        const { x, y } = node.internals.positionAbsolute;
        const zoom = Math.max(flow.getZoom(), 0.7);
        const { width = 232, height = 80 } = node.measured;
        void flow.setCenter(x + width / 2, y + height / 2, { zoom, duration: motionMs() });
        card(step)?.focus({ preventScroll: true });
      },
      focus: (step) => {
        const element = card(step);
        element?.focus({ preventScroll: true });
        const [inner, outer] = [element?.getBoundingClientRect(), box()];
        if (inner === undefined || outer === undefined) return;
        const inside =
          inner.left >= outer.left &&
          inner.right <= outer.right &&
          inner.top >= outer.top &&
          inner.bottom <= outer.bottom;
        const node = flow.getInternalNode(step);
        if (inside || node === undefined) return;
        const { x, y } = node.internals.positionAbsolute;
        void flow.setCenter(x + 116, y + 40, { zoom: flow.getZoom(), duration: motionMs() });
      },
      pointAt: (screen) => {
        const outer = box();
        if (outer === undefined) return null;
        const inside =
          screen.x >= outer.left && screen.x <= outer.right && screen.y >= outer.top && screen.y <= outer.bottom;
        return inside ? flow.screenToFlowPosition(screen) : null;
      },
      centre: () => {
        const outer = box();
        if (outer === undefined) return { x: 0, y: 0 };
        return flow.screenToFlowPosition({ x: outer.left + outer.width / 2, y: outer.top + outer.height / 2 });
      },
    });
  }, [flow, frame, onReady]);
}

function motionMs(): number {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180;
}
