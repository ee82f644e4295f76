import { useReactFlow, useStoreApi } from "@xyflow/react";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { portsOf } from "../../workflow/kinds.ts";
import type { Wire } from "../../workflow/wires.ts";
import type { Group, Point, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import type { Rect } from "../layout/rect.ts";
import { type CanvasNode, edgesOf, foldedHomes, nodesOf, type WireEdge } from "./canvasNodes.ts";
import { cardHeight, cardWidth, portAxis, portOffset } from "./cardSize.ts";
import { type Lane, lanesOf, type Way } from "./lanes.ts";
import { animate, motionMs } from "./motion.ts";
import { useKept } from "./useKept.ts";
import { viewOfAll } from "./viewOfAll.ts";

/** More cards than this jump to their new places: to move them all takes longer than a frame. */
const fewCards = 200;

/** Nodes and edges for React Flow; during a drag, and while cards glide, the nodes run ahead of the document. */
export function useDrawn({ wires, ...drawn }: Parameters<typeof nodesOf>[0] & { readonly wires: readonly Wire[] }) {
  const { workflow, positions, selection, problems } = drawn;
  const [nodes, setNodes] = useState<readonly CanvasNode[]>(() => nodesOf(drawn, []));
  // React Flow reports several changes before the next render: each must see the one before it.
  const latest = useRef(nodes);
  const changeNodes = useCallback((change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => {
    latest.current = change(latest.current);
    setNodes(latest.current);
    return latest.current;
  }, []);
  const gliding = useRef(false);
  const fitTo = useFitTo();
  useLayoutEffect(() => {
    const from = new Map(latest.current.map(({ id, position }) => [id, position]));
    const goal = changeNodes((before) => nodesOf({ workflow, positions, selection, problems }, before));
    if (!gliding.current) return;
    gliding.current = false;
    const ms = goal.length > fewCards ? 0 : motionMs();
    fitTo(goal, ms);
    if (ms === 0) return;
    changeNodes(() => goal.map((node) => onTheWay(node, from.get(node.id), 0)));
    const end = animate(ms, (part) =>
      changeNodes((before) => {
        const measured = new Map(before.map((node) => [node.id, node]));
        return goal.map((node) =>
          onTheWay({ ...node, ...measured.get(node.id) } as CanvasNode, from.get(node.id), part, node.position),
        );
      }),
    );
    return () => {
      end();
      changeNodes((before) => nodesOf({ workflow, positions, selection, problems }, before));
    };
  }, [changeNodes, fitTo, workflow, positions, selection, problems]);
  const homes = useKept(
    useMemo(() => foldedHomes(workflow), [workflow]),
    (a, b) => a.size === b.size && [...a].every(([id, home]) => b.get(id) === home),
  );
  // Typing into a step changes no lane: only the shapes of cards and the frames count.
  const { steps, layout } = workflow;
  const groups = layout?.groups;
  const shapes = useKept(
    useMemo(() => shapesOf(steps), [steps]),
    sameShapes,
  );
  const lanes = useMemo(
    () => wireLanes({ shapes, groups: groups ?? [] }, positions, wires, homes),
    [shapes, groups, positions, wires, homes],
  );
  const before = useRef<readonly WireEdge[]>([]);
  const edges = useMemo(
    () => edgesOf({ wires, selection, homes, lanes }, before.current),
    [wires, selection, homes, lanes],
  );
  useLayoutEffect(() => {
    before.current = edges;
  }, [edges]);
  /** The next change of places is drawn as a movement, and all of it is fitted into the view. */
  const glide = useCallback(() => {
    gliding.current = true;
  }, []);
  return { nodes, changeNodes, edges, glide };
}

function onTheWay(node: CanvasNode, from: Point | undefined, part: number, to: Point = node.position): CanvasNode {
  if (from === undefined || part === 1) return { ...node, position: to } as CanvasNode;
  return {
    ...node,
    position: { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
  } as CanvasNode;
}

/** Of each card: its height, and how far below its top its outputs stand. */
interface Shape {
  readonly height: number;
  readonly outputs: ReadonlyMap<string, number>;
}

const shapeOfStep = new WeakMap<Step, Shape>();
const shapeOfStart: Shape = { height: cardHeight("start"), outputs: new Map() };

function shapesOf(steps: Workflow["steps"]): ReadonlyMap<StepId, Shape> {
  return new Map(
    Object.entries(steps).map(([id, step]) => {
      const shape = shapeOfStep.get(step) ?? {
        height: cardHeight(step),
        outputs: new Map(portsOf(step).map((port) => [port, portOffset(step, port)])),
      };
      shapeOfStep.set(step, shape);
      return [id, shape];
    }),
  );
}

function sameShapes(a: ReadonlyMap<StepId, Shape>, b: ReadonlyMap<StepId, Shape>): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, shape]) => {
      const other = b.get(id);
      return (
        shape === other ||
        (shape.height === other?.height &&
          shape.outputs.size === other.outputs.size &&
          [...shape.outputs].every(([port, offset]) => other.outputs.get(port) === offset))
      );
    })
  );
}

/** How wires run around the cards that are in their way. */
function wireLanes(
  { shapes, groups }: { readonly shapes: ReadonlyMap<StepId, Shape>; readonly groups: readonly Group[] },
  positions: ReadonlyMap<StepId, Point>,
  wires: readonly Wire[],
  homes: ReadonlyMap<StepId, string>,
): ReadonlyMap<string, Lane> {
  const folded = new Map(groups.map((group) => [group.id, group]));
  const shapeAt = (id: StepId) => shapes.get(id) ?? shapeOfStart;
  const endAt = (id: StepId, port: string | null): Point => {
    const home = homes.get(id);
    const corner = (home === undefined ? positions.get(id) : folded.get(home)) ?? { x: 0, y: 0 };
    const offset = home !== undefined || port === null ? portAxis : (shapeAt(id).outputs.get(port) ?? portAxis);
    return { x: corner.x + (port === null ? 0 : cardWidth), y: corner.y + offset };
  };
  const ways = wires.map((wire): Way => {
    const [source, target] = [endAt(wire.from, wire.port), endAt(wire.to, null)];
    return { id: wire.id, sourceX: source.x, sourceY: source.y, targetX: target.x, targetY: target.y };
  });
  const cards: Rect[] = [...positions].flatMap(([id, { x, y }]) =>
    homes.has(id) ? [] : [{ x, y, width: cardWidth, height: shapeAt(id).height }],
  );
  const frames: Rect[] = [];
  for (const { x, y, width, height, collapsed } of folded.values()) {
    if (collapsed === true) cards.push({ x, y, width: cardWidth, height: cardHeight("start") });
    else frames.push({ x, y, width, height });
  }
  return lanesOf(ways, cards, frames);
}

/** Brings the view to where all nodes are seen, by the places they will have. */
function useFitTo() {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useCallback(
    (nodes: readonly CanvasNode[], duration: number) => {
      const view = viewOfAll(nodes, store.getState());
      if (view !== null) void flow.setViewport(view, { duration });
    },
    [flow, store],
  );
}
