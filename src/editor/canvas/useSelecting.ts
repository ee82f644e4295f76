import { applyNodeChanges, type EdgeChange, type NodeChange } from "@xyflow/react";
import { type FocusEvent, useCallback, useLayoutEffect, useRef } from "react";
import type { CanvasNode, WireEdge } from "./canvasNodes.ts";
import { nodeIdsOf, type Selection, sameSelection, selectionOf } from "./selection.ts";

type ChangeNodes = (change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => readonly CanvasNode[];

/** What React Flow reports of clicks and marks becomes a selection of the document. */
export function useSelecting(
  selection: Selection,
  changeNodes: ChangeNodes,
  onSelect: ((selection: Selection) => void) | undefined,
) {
  // A click changes cards and wires one after the other, before the next render: each must see the other.
  const chosen = useRef(selection);
  useLayoutEffect(() => {
    chosen.current = selection;
  }, [selection]);
  const select = useCallback(
    (next: Selection) => {
      if (sameSelection(next, chosen.current)) return;
      chosen.current = next;
      onSelect?.(next);
    },
    [onSelect],
  );
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const next = changeNodes((before) => applyNodeChanges(changes, [...before]));
      if (!changes.some(({ type }) => type === "select")) return;
      const ids = next.filter((node) => node.selected === true).map(({ id }) => id);
      select(selectionOf(ids, chosen.current.wires));
    },
    [changeNodes, select],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<WireEdge>[]) => {
      const wires = new Set(chosen.current.wires);
      for (const change of changes) {
        if (change.type !== "select") continue;
        if (change.selected) wires.add(change.id);
        else wires.delete(change.id);
      }
      select({ ...chosen.current, wires: [...wires] });
    },
    [select],
  );
  /** A card or wire that is reached by key is selected: the details follow. */
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    if (!event.target.matches(":focus-visible")) return;
    const id = event.target.dataset.id;
    if (id === undefined || onSelect === undefined) return;
    if (event.target.matches(".react-flow__node")) {
      if (!nodeIdsOf(chosen.current).includes(id)) select(selectionOf([id]));
    } else if (event.target.matches(".react-flow__edge")) select({ steps: [], wires: [id] });
  };
  return { onNodesChange, onEdgesChange, onFocus };
}
