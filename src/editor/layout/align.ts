import type { Point } from "../../workflow/workflow.ts";
import { onGrid } from "./onGrid.ts";
import { around, overlap, type Rect } from "./rect.ts";

export const edges = ["left", "centre", "right", "top", "middle", "bottom"] as const;
export type AlignEdge = (typeof edges)[number];
export type Axis = "horizontal" | "vertical";

/** Between things that would lie on one another, px. */
const leastGap = 24;

/**
 * Where things go so that they share an edge, or their middle, of what is around all of them. What would lie on its
 * neighbour then is moved along the edge, in the order in which they stood.
 */
export function aligned(rects: ReadonlyMap<string, Rect>, edge: AlignEdge): ReadonlyMap<string, Point> {
  const whole = around([...rects.values()]);
  if (whole === null) return new Map();
  const [along, length] = "y" in alongEdge(whole, whole, edge) ? sides.horizontal : sides.vertical;
  let end = Number.NEGATIVE_INFINITY;
  return new Map(
    sortedAlong(rects, along, length).map(([id, rect]) => {
      const start = rect[along] >= end ? rect[along] : onGrid(end + leastGap);
      end = start + rect[length];
      return [id, { ...cornerOf(rect), [along]: start, ...alongEdge(rect, whole, edge) }] as const;
    }),
  );
}

/**
 * The same empty room between neighbours; the outermost two stay, but where that would put one thing on another: then
 * the last ones give way.
 */
export function distributed(rects: ReadonlyMap<string, Rect>, axis: Axis): ReadonlyMap<string, Point> {
  const [at, size] = sides[axis];
  const sorted = sortedAlong(rects, at, size);
  const whole = around([...rects.values()]);
  if (whole === null || sorted.length < 3) return new Map();
  const withGap = (gap: number) => {
    let next = whole[at];
    return sorted.map(([id, rect]) => {
      const moved: Rect = { ...rect, [at]: onGrid(next) };
      next += rect[size] + gap;
      return [id, moved] as const;
    });
  };
  const even = withGap((whole[size] - sorted.reduce((sum, [, rect]) => sum + rect[size], 0)) / (sorted.length - 1));
  const covers = even.some(([, one], i) => even.slice(i + 1).some(([, other]) => overlap(one, other)));
  return new Map((covers ? withGap(leastGap) : even).map(([id, rect]) => [id, cornerOf(rect)]));
}

const sides = { horizontal: ["x", "width"], vertical: ["y", "height"] } as const;

function sortedAlong(rects: ReadonlyMap<string, Rect>, at: "x" | "y", size: "width" | "height") {
  return [...rects].sort(([, a], [, b]) => a[at] + a[size] / 2 - (b[at] + b[size] / 2));
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
