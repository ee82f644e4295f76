/** A point of a small picture of a workflow, in the units of its canvas or scaled. */
export type PicturePoint = readonly [x: number, y: number];

export interface PictureBox {
  readonly width: number;
  readonly height: number;
  /** Size of a node in the picture. */
  readonly node: readonly [width: number, height: number];
  /** Free space around. */
  readonly margin: number;
}

/** How wide a node may be so that the columns of a workflow stand apart. */
export function nodeWidth(
  points: readonly PicturePoint[],
  box: { readonly width: number; readonly margin: number },
  bounds: { readonly least: number; readonly most: number; readonly gap: number },
): number {
  const xs = [...new Set(points.map(([x]) => x))].sort((a, b) => a - b);
  const [first = 0, last = 0] = [xs[0], xs.at(-1)];
  const closest = Math.min(...xs.slice(1).map((x, index) => x - (xs[index] ?? x)));
  if (!Number.isFinite(closest) || last === first) return bounds.most;
  // With width w the scale is (room − w) / (last − first), and the closest columns must stand w + gap apart.
  const share = closest / (last - first);
  const room = box.width - 2 * box.margin;
  return Math.round(Math.min(bounds.most, Math.max(bounds.least, (room * share - bounds.gap) / (1 + share))));
}

/** Scales nodes into the box, as large as they fit and at most as they are, centred; keeps their proportions. */
export function fitPicture(points: readonly PicturePoint[], box: PictureBox): readonly PicturePoint[] {
  if (points.length === 0) return [];
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = [box.width - 2 * box.margin - box.node[0], box.height - 2 * box.margin - box.node[1]] as const;
  const scaleX = right > left ? room[0] / (right - left) : 1;
  const scaleY = bottom > top ? room[1] / (bottom - top) : 1;
  // A flat or narrow workflow would be torn apart by a scale of its own in each direction.
  const scale = Math.min(scaleX, scaleY * 1.6, 1);
  const [sx, sy] = [scale, Math.min(scale, scaleY)];
  const offsetX = (box.width - box.node[0] - (right - left) * sx) / 2;
  const offsetY = (box.height - box.node[1] - (bottom - top) * sy) / 2;
  return points.map(([x, y]) => [offsetX + (x - left) * sx, offsetY + (y - top) * sy]);
}

/** How far a wire that leads back goes around its nodes. */
const detour = 7;

/** A smooth wire from the right edge of one node to the left edge of another; one that leads back goes above both. */
export function wirePath(from: PicturePoint, to: PicturePoint, node: readonly [number, number]): string {
  const [x1, y1] = [from[0] + node[0], from[1] + node[1] / 2];
  const [x2, y2] = [to[0], to[1] + node[1] / 2];
  if (to[0] <= from[0]) {
    const above = Math.max(1, Math.min(from[1], to[1]) - detour);
    const [right, left] = [x1 + detour, x2 - detour];
    return `M${x1} ${y1} C${right} ${y1} ${right} ${above} ${x1} ${above} L${x2} ${above} C${left} ${above} ${left} ${y2} ${x2} ${y2}`;
  }
  const bend = Math.max(12, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
