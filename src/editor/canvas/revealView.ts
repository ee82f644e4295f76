export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface View {
  /** Where the canvas origin stands in the frame, px. */
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const margin = 40;
/** What the map takes of the lower right corner, with what stands around it. It is there while something is out of view. */
export const mapCorner = { width: 180, height: 124 };
/** Cards smaller than this cannot be read: then the view moves instead of zooming out. */
const readable = 0.62;

/**
 * The view in which a card can be seen; `null` when it is seen already. As long as all cards fit at a readable size
 * the view shows all of them; else it moves as little as needed. `frame` is the size of the canvas on the screen.
 */
export function revealView(
  card: Rect,
  all: Rect,
  view: View,
  frame: { readonly width: number; readonly height: number },
): View | null {
  const left = card.x * view.zoom + view.x;
  const top = card.y * view.zoom + view.y;
  const right = left + card.width * view.zoom;
  const bottom = top + card.height * view.zoom;
  const isUnderMap = right > frame.width - mapCorner.width && !isInView(all, view, frame);
  // The zoom tools and the map stand at the bottom.
  const floor = frame.height - (isUnderMap ? mapCorner.height : margin + 20);
  if (left >= margin / 2 && top >= margin / 2 && right <= frame.width - margin / 2 && bottom <= floor) return null;
  const fitting = Math.min((frame.width - 2 * margin) / all.width, (frame.height - 2 * margin) / all.height, view.zoom);
  if (fitting >= readable) {
    return {
      zoom: fitting,
      x: frame.width / 2 - (all.x + all.width / 2) * fitting,
      y: frame.height / 2 - (all.y + all.height / 2) * fitting,
    };
  }
  const shift = (low: number, high: number, size: number) =>
    high > size - margin ? Math.max(size - margin - high, margin - low) : low < margin ? margin - low : 0;
  return { zoom: view.zoom, x: view.x + shift(left, right, frame.width), y: view.y + shift(top, bottom, floor) };
}

/** Whether all of a part of the canvas is seen. */
export function isInView(
  part: Rect,
  { x, y, zoom }: View,
  frame: { readonly width: number; readonly height: number },
): boolean {
  const [left, top] = [part.x * zoom + x, part.y * zoom + y];
  return left >= 0 && top >= 0 && left + part.width * zoom <= frame.width && top + part.height * zoom <= frame.height;
}
