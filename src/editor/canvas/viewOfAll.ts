import { getViewportForBounds, type Viewport } from "@xyflow/react";
import { around } from "../layout/rect.ts";
import { fitOptions } from "./canvasHandle.ts";
import type { CanvasNode } from "./canvasNodes.ts";
import { rectOf } from "./mapPicture.ts";

/** px */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Where all nodes are seen, by the places and sizes they will have: React Flow itself fits a view only when it has
 * measured every node. `null`: there are none, or there is no room for them.
 */
export function viewOfAll(nodes: readonly CanvasNode[], { width, height }: FrameSize): Viewport | null {
  const bounds = around(nodes.map(rectOf));
  if (bounds === null || width === 0 || height === 0) return null;
  const { minZoom, maxZoom, padding } = fitOptions;
  return getViewportForBounds(bounds, width, height, minZoom, maxZoom, padding);
}
