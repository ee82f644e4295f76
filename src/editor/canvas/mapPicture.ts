import type { StepId } from "../../workflow/workflow.ts";
import { around, type Rect } from "../layout/rect.ts";
import type { CanvasNode } from "./canvasNodes.ts";
import type { CanvasLive, StepLive } from "./live.ts";

/** How a node looks on the map of the canvas. */
export type MapLook = "card" | "frame" | "note" | "run" | "ok" | "bad" | "wait" | "selected";

/**
 * One path for many nodes of a look: a thousand elements would be a thousand things to lay out, and the path of a
 * thousand nodes is long to read anew for each step that comes to look otherwise.
 */
export interface MapPicture {
  /** Around all nodes; `null`: there are none. */
  readonly bounds: Rect | null;
  readonly paths: readonly { readonly key: string; readonly look: MapLook; readonly d: string }[];
}

/** So many nodes that come after one another share their paths. */
const nodesOfPart = 100;

/** From below to above. */
const looks: readonly MapLook[] = ["frame", "note", "card", "ok", "run", "wait", "bad", "selected"];

export function mapPicture(nodes: readonly CanvasNode[], steps: CanvasLive["steps"]): MapPicture {
  const rects: Rect[] = [];
  const paths = new Map<MapLook, Map<number, string>>();
  nodes.forEach((node, index) => {
    const rect = rectOf(node);
    rects.push(rect);
    const look = lookOf(node, steps);
    const parts = paths.get(look) ?? new Map<number, string>();
    paths.set(look, parts);
    const part = Math.floor(index / nodesOfPart);
    parts.set(part, (parts.get(part) ?? "") + rectPath(rect));
  });
  return {
    bounds: around(rects),
    paths: looks.flatMap((look) =>
      [...(paths.get(look) ?? [])].map(([part, d]) => ({ key: `${look} ${part}`, look, d })),
    ),
  };
}

/** The part of the canvas that the map shows: all nodes and what is in view, with room around, in the map's proportions. */
export function mapBox(bounds: Rect | null, view: Rect, proportion: number): Rect {
  const whole = around(bounds === null ? [view] : [bounds, view]) ?? view;
  const width = Math.max(whole.width, whole.height * proportion) * 1.1;
  const height = width / proportion;
  return {
    x: whole.x - (width - whole.width) / 2,
    y: whole.y - (height - whole.height) / 2,
    width,
    height,
  };
}

/** Where a node stands and how large it is, measured or not. */
export function rectOf({ position, measured, width, height, initialWidth = 0, initialHeight = 0 }: CanvasNode): Rect {
  return {
    ...position,
    width: width ?? measured?.width ?? initialWidth,
    height: height ?? measured?.height ?? initialHeight,
  };
}

function lookOf(node: CanvasNode, steps: CanvasLive["steps"]): MapLook {
  if (node.selected === true && node.type !== "frame") return "selected";
  if (node.type === "frame") return node.data.group.collapsed === true ? "card" : "frame";
  if (node.type === "note") return "note";
  const live = stepIn(steps, node.id);
  return live === undefined ? "card" : liveLook(live);
}

function stepIn(steps: CanvasLive["steps"], id: StepId): StepLive | undefined {
  return Object.hasOwn(steps, id) ? steps[id] : undefined;
}

function liveLook({ status, waitingFor, lastOutcome }: StepLive): MapLook {
  if (waitingFor?.for === "you" || waitingFor?.for === "decision") return "wait";
  if (status !== "not-running") return "run";
  if (lastOutcome === "failure" || lastOutcome === "timeout" || lastOutcome === "denial") return "bad";
  return lastOutcome === "success" ? "ok" : "card";
}

/** A rectangle as a part of a path. */
export function rectPath({ x, y, width, height }: Rect): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
