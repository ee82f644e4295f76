import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { wiresOf } from "../../workflow/wires.ts";
import { type CanvasNode, edgesOf, nodesOf, type WireEdge } from "./canvasNodes.ts";

/** Nodes and edges for React Flow; during a drag the nodes run ahead of the document. */
export function useDrawn({
  wires,
  ...drawn
}: Parameters<typeof nodesOf>[0] & { readonly wires: ReturnType<typeof wiresOf> }) {
  const { workflow, positions, selection, problems } = drawn;
  const [nodes, setNodes] = useState<readonly CanvasNode[]>(() => nodesOf(drawn, []));
  // React Flow reports several changes before the next render: each must see the one before it.
  const latest = useRef(nodes);
  const changeNodes = useCallback((change: (before: readonly CanvasNode[]) => readonly CanvasNode[]) => {
    latest.current = change(latest.current);
    setNodes(latest.current);
    return latest.current;
  }, []);
  useLayoutEffect(() => {
    changeNodes((before) => nodesOf({ workflow, positions, selection, problems }, before));
  }, [changeNodes, workflow, positions, selection, problems]);
  const before = useRef<readonly WireEdge[]>([]);
  const edges = useMemo(() => edgesOf(wires, selection, before.current), [wires, selection]);
  useLayoutEffect(() => {
    before.current = edges;
  }, [edges]);
  return { nodes, changeNodes, edges };
}
