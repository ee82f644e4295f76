import type { Point } from "../../workflow/workflow.ts";
import { onGrid } from "./onGrid.ts";
import { around, type Rect } from "./rect.ts";

export const edges = ["left", "centre", "right", "top", "middle", "bottom"] as const;
export type AlignEdge = (typeof edges)[number];
export type Axis = "horizontal" | "vertical";

/** Where things go so that they share an edge, or their middle, of what is around all of them. */
export function aligned(rects: ReadonlyMap<string, Rect>, edge: AlignEdge): ReadonlyMap<string, Point> {
  const whole = around([...rects.values()]);
  if (whole === null) return new Map();
  return new Map([...rects].map(([id, rect]) => [id, { ...cornerOf(rect), ...alongEdge(rect, whole, edge) }] as const));
}

/** The same empty room between neighbours; the outermost two stay. */
export function distributed(rects: ReadonlyMap<string, Rect>, axis: Axis): ReadonlyMap<string, Point> {
  const [at, size] = axis === "horizontal" ? (["x", "width"] as const) : (["y", "height"] as const);
  const sorted = [...rects].sort(([, a], [, b]) => a[at] + a[size] / 2 - (b[at] + b[size] / 2));
  const whole = around([...rects.values()]);
  if (whole === null || sorted.length < 3) return new Map();
  const gap = (whole[size] - sorted.reduce((sum, [, rect]) => sum + rect[size], 0)) / (sorted.length - 1);
  let next = whole[at];
  return new Map(
    sorted.map(([id, rect]) => {
      const corner = { ...cornerOf(rect), [at]: onGrid(next) };
      next += rect[size] + gap;
      return [id, corner] as const;
    }),
  );
}

function alongEdge(rect: Rect, whole: Rect, edge: AlignEdge): Partial<Point> {
  switch (edge) {
    case "left":
      return { x: whole.x };
    case "centre":
      return { x: whole.x + (whole.width - rect.width) / 2 };
    case "right":
      return { x: whole.x + whole.width - rect.width };
    case "top":
      return { y: whole.y };
    case "middle":
      return { y: whole.y + (whole.height - rect.height) / 2 };
    case "bottom":
      return { y: whole.y + whole.height - rect.height };
  }
}

function cornerOf({ x, y }: Rect): Point {
  return { x, y };
}
