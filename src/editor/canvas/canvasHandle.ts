import { useReactFlow } from "@xyflow/react";
import { type RefObject, use, useEffect, useRef } from "react";
import { isFocusInDialog } from "../../ui/isDialogOpen.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { CanvasModeContext } from "./canvasMode.ts";
import { type CanvasNode, foldedHomes, type WireEdge } from "./canvasNodes.ts";
import { TouchContext } from "./canvasTouch.ts";
import { motionMs } from "./motion.ts";
import { mapCorner, revealView } from "./revealView.ts";

/** From far away to here: what `fit` shows. */
export const fitOptions = {
  // The tools stand at the bottom.
  padding: { top: "28px", left: "24px", right: "24px", bottom: "76px" },
  maxZoom: 1,
  minZoom: 0.12,
} as const;

/** What the page around a canvas may ask of it. Nodes are cards by their ids, notes and frames by `nodeIdOf`. */
export interface CanvasHandle {
  readonly fit: () => void;
  /** Fits these nodes into the view. */
  readonly zoomTo: (nodes: readonly string[]) => void;
  /** Fits these nodes into the view, unless all of them are seen already; the first gets the focus. */
  readonly reveal: (nodes: readonly string[]) => void;
  /** The next change of places is drawn as a movement, and all of it is fitted into the view. */
  readonly glide: () => void;
  /** Says that what stands there is being laid out anew. */
  readonly busy: (busy: boolean) => void;
  /** Brings a node into the middle and gives it the focus. A folded frame opens for its card. */
  readonly show: (node: string) => void;
  /** Brings a node into the middle; the focus stays. */
  readonly centreOn: (node: string) => void;
  /** Marks what a search found, and the one it stands at. */
  readonly mark: (nodes: readonly string[], now: string | null) => void;
  /** Moves the focus to a node without moving the view more than needed. */
  readonly focus: (node: string) => void;
  /** Begins to write in a note, or in the title of a frame. */
  readonly write: (node: string) => void;
  /** From client coordinates; `null` outside of the canvas. */
  readonly pointAt: (screen: Point) => Point | null;
  readonly centre: () => Point;
  /** The wire that lies there, by its id; it is drawn as one that the pointer is on. `null`: away from all. */
  readonly hoverWire: (screen: Point | null) => string | null;
}

/** Hands the canvas' handle to whoever asked for it. */
export function useCanvasHandle({
  frame,
  glide,
  workflow,
  onReady,
}: {
  readonly frame: RefObject<HTMLElement | null>;
  readonly glide: () => void;
  readonly workflow: Workflow;
  readonly onReady: ((handle: CanvasHandle) => void) | undefined;
}): void {
  const flow = useReactFlow<CanvasNode, WireEdge>();
  const touch = use(TouchContext);
  const { onFold } = use(CanvasModeContext);
  const latest = useRef({ workflow, onReady, onFold });
  useEffect(() => {
    latest.current = { workflow, onReady, onFold };
  });
  useEffect(() => {
    const elementOf = (node: string) =>
      frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(node)}"]`);
    const box = () => frame.current?.getBoundingClientRect() ?? new DOMRect();
    const rectOf = (id: string) => {
      const node = flow.getInternalNode(id);
      if (node === undefined) return null;
      const { width = 232, height = 82 } = node.measured;
      return { ...node.internals.positionAbsolute, width, height };
    };
    const giveFocus = (id: string) => {
      if (isFocusInDialog()) return;
      const element = elementOf(id);
      if (element) return element.focus({ preventScroll: true });
      // Of a large workflow only what is in view is drawn: the card comes with the view.
      setTimeout(() => {
        if (!isFocusInDialog()) elementOf(id)?.focus({ preventScroll: true });
      }, motionMs() + 60);
    };
    const centreOn = (id: string) => {
      const rect = rectOf(id);
      if (rect === null) return;
      const zoom = Math.max(flow.getZoom(), 0.7);
      void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration: motionMs() });
    };
    /** Opens the folded frame that hides a card, and goes on when it is drawn. */
    const revealed = (id: StepId, then: () => void) => {
      const home = foldedHomes(latest.current.workflow).get(id);
      if (home === undefined) return then();
      latest.current.onFold(home, false);
      requestAnimationFrame(() => requestAnimationFrame(then));
    };
    const zoomTo = (nodes: readonly string[]) =>
      void flow.fitView({
        ...fitOptions,
        // What else there is lies out of view: then the map is there.
        padding: { ...fitOptions.padding, bottom: `${mapCorner.height}px` },
        nodes: nodes.map((id) => ({ id })),
        duration: motionMs(),
      });
    latest.current.onReady?.({
      fit: () => void flow.fitView(fitOptions),
      zoomTo,
      reveal: (nodes) => {
        const all = flow.getNodesBounds(flow.getNodes());
        const isSeen = (id: string) => {
          const rect = rectOf(id);
          return rect !== null && revealView(rect, all, flow.getViewport(), box()) === null;
        };
        if (!nodes.every(isSeen)) zoomTo(nodes);
        if (nodes[0] !== undefined) giveFocus(nodes[0]);
      },
      glide,
      busy: (busy) => frame.current?.setAttribute("aria-busy", String(busy)),
      show: (id) =>
        revealed(id, () => {
          centreOn(id);
          giveFocus(id);
        }),
      centreOn: (id) => revealed(id, () => centreOn(id)),
      mark: (nodes, now) => touch.setState({ found: new Set(nodes), foundNow: now }),
      focus: (id) => {
        giveFocus(id);
        const rect = rectOf(id);
        if (rect === null) return;
        const view = revealView(rect, flow.getNodesBounds(flow.getNodes()), flow.getViewport(), box());
        if (view !== null) void flow.setViewport(view, { duration: motionMs() });
      },
      write: (id) => touch.setState({ writing: id }),
      pointAt: (screen) => {
        const { left, right, top, bottom } = box();
        const inside = screen.x >= left && screen.x <= right && screen.y >= top && screen.y <= bottom;
        return inside ? flow.screenToFlowPosition(screen) : null;
      },
      hoverWire: (screen) => {
        const there = screen === null ? [] : document.elementsFromPoint(screen.x, screen.y);
        const edges = there.map((element) => element.closest<SVGElement>(".react-flow__edge"));
        const hovered = edges.find((edge) => edge && frame.current?.contains(edge))?.dataset.id ?? null;
        if (touch.getState().hovered !== hovered) touch.setState({ hovered });
        return hovered;
      },
      centre: () => {
        const { left, top, width, height } = box();
        return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
      },
    });
  }, [flow, frame, glide, touch]);
}
