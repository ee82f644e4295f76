import { Background, BackgroundVariant, useStore } from "@xyflow/react";

/** Width of a dot in px of the screen, and the distance between two at 100 %. */
const width = 2;
const gap = 20;

/** A dot is as large at every zoom, and a grid that got too narrow or too wide leaves out or adds every second line. */
export function CanvasDots() {
  const zoom = useStore(({ transform }) => transform[2]);
  const lines = 2 ** Math.round(Math.log2(zoom));
  return <Background variant={BackgroundVariant.Dots} gap={gap / lines} size={width / zoom} />;
}
