import type { NodeChange, NodePositionChange } from "@xyflow/react";
import { use, useCallback } from "react";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { cardRect, carriedBy, frameAt, type Moved, notesCarriedBy } from "../layout/dropped.ts";
import { centreOf } from "../layout/rect.ts";
import type { CanvasNode } from "./canvasNodes.ts";
import { TouchContext } from "./canvasTouch.ts";
import { nodeIdOf, nodeRefOf } from "./selection.ts";

/** Dragging: a frame takes what is in it along, and shows when a card is over it. */
export function useDragging(
  workflow: Workflow,
  positions: ReadonlyMap<StepId, Point>,
  onMove: ((moved: Moved) => void) | undefined,
) {
  const touch = use(TouchContext);

  /** The changes of frames that are dragged, and of all that is in them. */
  const carry = useCallback(
    (changes: NodeChange<CanvasNode>[]): NodeChange<CanvasNode>[] => {
      const moves = changes.filter(
        (change): change is NodePositionChange =>
          change.type === "position" && change.dragging === true && nodeRefOf(change.id).kind === "group",
      );
      if (moves.length === 0) return changes;
      const moved = new Set(changes.map((change) => ("id" in change ? change.id : "")));
      const carried = moves.flatMap(({ id, position }) => {
        const group = workflow.layout?.groups?.find((one) => one.id === nodeRefOf(id).id);
        if (group === undefined || group.collapsed === true || position === undefined) return [];
        const by = { x: position.x - group.x, y: position.y - group.y };
        return [
          ...carriedBy(workflow, group, positions, by),
          ...notesCarriedBy(workflow, group, by).map(
            ([note, at]) => [nodeIdOf({ kind: "note", id: note }), at] as const,
          ),
        ];
      });
      const further = carried
        .filter(([id]) => !moved.has(id))
        .map(([id, at]): NodePositionChange => ({ id, type: "position", position: at, dragging: true }));
      return [...changes, ...further];
    },
    [workflow, positions],
  );

  const onDrag = (_event: unknown, node: CanvasNode) => {
    const { kind, id } = nodeRefOf(node.id);
    const frames = (workflow.layout?.groups ?? []).map((group) => ({ group, rect: group }));
    const over =
      kind === "card" && node.type === "step" ? frameAt(frames, centreOf(cardRect(workflow, id, node.position))) : null;
    if (touch.getState().over !== over) touch.setState({ over });
  };

  const onDragStop = (nodes: readonly CanvasNode[]) => {
    touch.setState({ over: null });
    const of = (kind: "card" | "note" | "group") =>
      new Map(
        nodes.flatMap(({ id, position }) => {
          const ref = nodeRefOf(id);
          return ref.kind === kind ? [[ref.id, { x: position.x, y: position.y }] as const] : [];
        }),
      );
    onMove?.({ cards: of("card"), notes: of("note"), groups: of("group") });
  };
  return { carry, onDrag, onDragStop };
}
