import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import type { FrameSize } from "./viewOfAll.ts";

/** Another size of the window, as by zooming the page, leaves in the middle of the canvas what was there. */
export function useKeptCentre(frame: RefObject<HTMLElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const windowSize = () => `${window.innerWidth} ${window.innerHeight}`;
    let size: FrameSize | null = null;
    let around = windowSize();
    const observer = new ResizeObserver((entries) => {
      const before = size;
      // As it was told: asked for, it would be laid out anew if another observer changed something before.
      size = entries.at(-1)?.contentRect ?? before;
      // A panel that is dragged moves its edge, not the cards.
      if (windowSize() === around || size === null || before === null || before.width === 0) return;
      around = windowSize();
      const { x, y, zoom } = flow.getViewport();
      const moved = { x: x + (size.width - before.width) / 2, y: y + (size.height - before.height) / 2, zoom };
      void flow.setViewport(moved);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [flow, frame]);
}
