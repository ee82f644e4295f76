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
import { type FocusEvent, type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../ui/classNames.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import type { Point, PortName, StepId, Workflow } from "../../workflow/workflow.ts";
import { CanvasTools } from "./CanvasTools.tsx";
import { type CanvasHandle, fitOptions, useCanvasHandle } from "./canvasHandle.ts";
import { type CanvasMode, CanvasModeContext } from "./canvasMode.ts";
import { type CanvasNode, type CardProblems, nothingSelected, type Selection, type WireEdge } from "./canvasNodes.ts";
import { HoveredWireContext } from "./hoveredWire.ts";
import { LiveContext, type LiveStore } from "./live.ts";
import { Outline } from "./Outline.tsx";
import { positionsOf } from "./positions.ts";
import { StartCard, StepCard } from "./StepCard.tsx";
import { useDrawn } from "./useDrawn.ts";
import { DrawnWire, WireLine } from "./WireLine.tsx";
import "@xyflow/react/dist/base.css";
import "./Canvas.css";
import "./far.css";

export type { CanvasHandle } from "./canvasHandle.ts";

/** What a person may change on a canvas; without it the canvas only shows. Points are canvas coordinates. */
export interface CanvasEditing {
  readonly onMove: (moves: ReadonlyMap<StepId, Point>) => void;
  readonly onConnect: (from: StepId, port: PortName, to: StepId) => void;
  /** A wire was let go over empty canvas, at `screen` in client coordinates. */
  readonly onWireDropped: (from: StepId, port: PortName, at: Point, screen: Point) => void;
  readonly onMenu?: (target: StepId | null, at: Point, screen: Point) => void;
}

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

const nodeTypes = { step: StepCard, start: StartCard };
const edgeTypes = { wire: WireLine };
const noneAtAll: ReadonlyMap<StepId, CardProblems> = new Map();

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
  problems = noneAtAll,
  onReady,
  tools,
  children,
}: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const far = useStore(({ transform }) => transform[2] < 0.55);
  const [hovered, setHovered] = useState<string | null>(null);
  const { steps, layout } = workflow;
  const wires = useMemo(() => wiresOf({ steps }), [steps]);
  const positions = useMemo(() => positionsOf({ ...emptyDocument, steps, ...(layout && { layout }) }), [steps, layout]);
  const { nodes, changeNodes, edges, glide } = useDrawn({ workflow, positions, selection, problems, wires });
  useCanvasHandle(frame, glide, onReady);

  // A click changes cards and wires one after the other, before the next render: each must see the other.
  const chosen = useRef(selection);
  useLayoutEffect(() => {
    chosen.current = selection;
  }, [selection]);
  const select = useCallback(
    (part: Partial<Selection>) => {
      const next = { ...chosen.current, ...part };
      if (sameSelection(next, chosen.current)) return;
      chosen.current = next;
      onSelect?.(next);
    },
    [onSelect],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const next = changeNodes((before) => applyNodeChanges(changes, [...before]));
      if (changes.some(({ type }) => type === "select"))
        select({ steps: next.filter((node) => node.selected === true).map(({ id }) => id) });
    },
    [changeNodes, select],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdge>[]) => {
      const wires = new Set(chosen.current.wires);
      for (const change of changes) {
        if (change.type !== "select") continue;
        if (change.selected) wires.add(change.id);
        else wires.delete(change.id);
      }
      select({ wires: [...wires] });
    },
    [select],
  );
  /** A card or wire that is reached by key is selected: the details follow. */
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!event.target.matches(":focus-visible")) return;
    const id = event.target.dataset.id;
    if (id === undefined || onSelect === undefined) return;
    if (event.target.matches(".react-flow__node")) {
      if (!chosen.current.steps.includes(id)) select({ steps: [id], wires: [] });
    } else if (event.target.matches(".react-flow__edge")) select({ steps: [], wires: [id] });
  };

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
    <section
      ref={frame}
      aria-label={label}
      className={classNames("tw-canvas", far && "tw-canvas-far")}
      onFocus={onFocus}
    >
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
          ariaLabelConfig={spoken}
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

/** What React Flow tells screen readers about cards and wires. */
const spoken = {
  "node.a11yDescription.default":
    "Arrow keys lead to other cards, Alt with arrow keys moves it, Enter opens its settings.",
  "node.a11yDescription.keyboardDisabled": "Arrow keys lead to other cards, Enter opens its settings.",
  "edge.a11yDescription.default": "Delete removes the wire.",
};

const emptyDocument: Workflow = { format: "tickwork/workflow@1", name: "", steps: {} };

function sameSelection(a: Selection, b: Selection): boolean {
  const same = (x: readonly string[], y: readonly string[]) => x.length === y.length && x.every((id) => y.includes(id));
  return same(a.steps, b.steps) && same(a.wires, b.wires);
}
