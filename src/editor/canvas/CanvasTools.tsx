import { type FitViewOptions, Panel, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/Button.tsx";

/** Zooming by mouse; further tools stand behind it. */
export function CanvasTools({
  fitOptions,
  children,
}: {
  readonly fitOptions: FitViewOptions;
  readonly children?: ReactNode;
}) {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <Panel position="bottom-left" className="tw-canvas-tools">
      <IconButton label="Zoom in" icon={<Plus aria-hidden />} onClick={() => void zoomIn()} />
      <IconButton label="Zoom out" icon={<Minus aria-hidden />} onClick={() => void zoomOut()} />
      <IconButton label="Fit" icon={<Maximize aria-hidden />} onClick={() => void fitView(fitOptions)} />
      {children}
    </Panel>
  );
}
