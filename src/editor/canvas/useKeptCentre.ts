import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";

/** Another size of the window, as by zooming the page, leaves in the middle of the canvas what was there. */
export function useKeptCentre(frame: RefObject<HTMLElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const sizeOf = () => ({ width: element.clientWidth, height: element.clientHeight });
    const windowSize = () => `${window.innerWidth} ${window.innerHeight}`;
    let size = sizeOf();
    let around = windowSize();
    const observer = new ResizeObserver(() => {
      const before = size;
      size = sizeOf();
      // A panel that is dragged moves its edge, not the cards.
      if (windowSize() === around || before.width === 0) return;
      around = windowSize();
      const { x, y, zoom } = flow.getViewport();
      const moved = { x: x + (size.width - before.width) / 2, y: y + (size.height - before.height) / 2, zoom };
      void flow.setViewport(moved);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [flow, frame]);
}
