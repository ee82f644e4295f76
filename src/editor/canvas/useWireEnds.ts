import { type Connection, type Edge, type FinalConnectionState, type HandleType, useReactFlow } from "@xyflow/react";
import { type RefObject, use, useRef } from "react";
import { startNode, type Wire } from "../../workflow/wires.ts";
import type { Point, PortName, StepId } from "../../workflow/workflow.ts";
import type { CanvasEditing } from "./canvasEditing.ts";
import type { WireEdge } from "./canvasNodes.ts";
import { TouchContext } from "./canvasTouch.ts";
import { nodeRefOf } from "./selection.ts";

interface Under {
  readonly card: StepId | null;
  readonly empty: boolean;
  readonly screen: Point;
}

/** Drawing wires, and taking their ends to other places. A card takes a wire anywhere on it, not only at its port. */
export function useWireEnds(
  frame: RefObject<HTMLElement | null>,
  wires: readonly Wire[],
  editing: CanvasEditing | undefined,
) {
  const flow = useReactFlow();
  const touch = use(TouchContext);

  /** What is under the pointer: a card, the empty canvas, or something else. */
  const under = (event: MouseEvent | TouchEvent): Under | null => {
    const point = "changedTouches" in event ? event.changedTouches[0] : event;
    if (point === undefined) return null;
    const screen = { x: point.clientX, y: point.clientY };
    const element = document.elementFromPoint(screen.x, screen.y);
    const node = element?.closest<HTMLElement>(".react-flow__node")?.dataset.id;
    const card = node !== undefined && nodeRefOf(node).kind === "card" ? node : null;
    return { card, empty: node === undefined && frame.current?.contains(element ?? null) === true, screen };
  };

  // React Flow tells of the end of a reconnection as of the end of a new wire, too.
  const reconnecting = useRef(false);
  const onConnectEnd = (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    if (reconnecting.current || editing === undefined || state.fromNode === null || state.isValid === true) return;
    const place = under(event);
    if (place === null) return;
    if (state.fromHandle?.type === "target") return pulledBack(state.fromNode.id, place);
    const port = state.fromHandle?.id ?? "done";
    if (place.card !== null && place.card !== startNode) editing.onConnect(state.fromNode.id, port, place.card);
    else if (place.empty)
      editing.onWireDropped(state.fromNode.id, port, flow.screenToFlowPosition(place.screen), place.screen);
  };

  const pulledBack = (to: StepId, { card, empty, screen }: Under) => {
    const port = card === null ? undefined : nearestOutput(frame.current, card, screen);
    if (card !== null && port !== undefined) editing?.onConnect(card, port, to);
    else if (empty) editing?.onInputDropped(to, flow.screenToFlowPosition(screen));
  };

  const wireOf = (edge: Edge) => wires.find(({ id }) => id === edge.id);
  const onReconnect = (edge: WireEdge, { source, sourceHandle, target }: Connection) => {
    const wire = wireOf(edge);
    if (wire !== undefined) editing?.onReconnect(wire, { from: source, port: sourceHandle ?? "done", to: target });
  };
  /** `fixed`: the end that stays. */
  const onReconnectEnd = (
    event: MouseEvent | TouchEvent,
    edge: WireEdge,
    fixed: HandleType,
    state: FinalConnectionState,
  ) => {
    reconnecting.current = false;
    const wire = wireOf(edge);
    const place = under(event);
    if (wire === undefined || place === null || state.isValid === true) return;
    if (place.card !== null && fixed === "source")
      editing?.onReconnect(wire, { from: wire.from, port: wire.port, to: place.card });
    else if (place.empty) editing?.onReconnect(wire, null);
  };

  return {
    onConnectEnd,
    ...(editing !== undefined && {
      onReconnectStart: () => {
        reconnecting.current = true;
      },
      onReconnect,
      onReconnectEnd,
    }),
    onEdgeMouseEnter: (_event: unknown, { id }: WireEdge) => touch.setState({ hovered: id }),
    onEdgeMouseLeave: () => touch.setState({ hovered: null }),
  };
}

/** The output of a card that is nearest to where a wire was let go on it; failures only where nothing else leaves it. */
function nearestOutput(frame: HTMLElement | null, card: StepId, { x, y }: Point): PortName | undefined {
  const ports = [
    ...(frame?.querySelectorAll<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(card)}"] .tw-port-out`) ?? []),
  ];
  const distance = (port: HTMLElement) => {
    const { left, top } = port.getBoundingClientRect();
    return (port.dataset.handleid === "error" ? 1e6 : 0) + Math.hypot(left - x, top - y);
  };
  return ports.sort((a, b) => distance(a) - distance(b))[0]?.dataset.handleid;
}
