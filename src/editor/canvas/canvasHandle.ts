import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import type { Point, StepId } from "../../workflow/workflow.ts";
import type { CanvasNode, WireEdge } from "./canvasNodes.ts";
import { motionMs } from "./motion.ts";
import { revealView } from "./revealView.ts";

/** From far away to here: what `fit` shows. */
export const fitOptions = { padding: 0.05, maxZoom: 1, minZoom: 0.12 };

/** What the page around a canvas may ask of it. */
export interface CanvasHandle {
  readonly fit: () => void;
  /** The next change of places is drawn as a movement, and all of it is fitted into the view. */
  readonly glide: () => void;
  /** Brings a card into the middle and gives it the focus. */
  readonly show: (step: StepId) => void;
  /** Moves the focus to a card without moving the view more than needed. */
  readonly focus: (step: StepId) => void;
  /** From client coordinates; `null` outside of the canvas. */
  readonly pointAt: (screen: Point) => Point | null;
  readonly centre: () => Point;
}

/** Hands the canvas' handle to whoever asked for it. */
export function useCanvasHandle(
  frame: RefObject<HTMLElement | null>,
  glide: () => void,
  onReady: ((handle: CanvasHandle) => void) | undefined,
): void {
  const flow = useReactFlow<CanvasNode, WireEdge>();
  useEffect(() => {
    if (onReady === undefined) return;
    const card = (step: StepId) =>
      frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(step)}"]`);
    const box = () => frame.current?.getBoundingClientRect() ?? new DOMRect();
    const rectOf = (step: StepId) => {
      const node = flow.getInternalNode(step);
      if (node === undefined) return null;
      const { width = 232, height = 82 } = node.measured;
      return { ...node.internals.positionAbsolute, width, height };
    };
    onReady({
      fit: () => void flow.fitView(fitOptions),
      glide,
      show: (step) => {
        const rect = rectOf(step);
        if (rect === null) return;
        const zoom = Math.max(flow.getZoom(), 0.7);
        void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration: motionMs() });
        card(step)?.focus({ preventScroll: true });
      },
      focus: (step) => {
        card(step)?.focus({ preventScroll: true });
        const rect = rectOf(step);
        if (rect === null) return;
        const view = revealView(rect, flow.getNodesBounds(flow.getNodes()), flow.getViewport(), box());
        if (view !== null) void flow.setViewport(view, { duration: motionMs() });
      },
      pointAt: (screen) => {
        const { left, right, top, bottom } = box();
        const inside = screen.x >= left && screen.x <= right && screen.y >= top && screen.y <= bottom;
        return inside ? flow.screenToFlowPosition(screen) : null;
      },
      centre: () => {
        const { left, top, width, height } = box();
        return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
      },
    });
  }, [flow, frame, glide, onReady]);
}
