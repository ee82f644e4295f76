import { BaseEdge, type ConnectionLineComponentProps, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { memo, use } from "react";
import { classNames } from "../../ui/classNames.ts";
import type { WireEdge } from "./canvasNodes.ts";
import { HoveredWireContext } from "./hoveredWire.ts";
import { useLive } from "./live.ts";
import { wirePath } from "./wirePath.ts";
import { wireState } from "./wireState.ts";
import "./WireLine.css";

/** One wire, with the event type as its label. A type that only one port emits is shown while hovered or selected. */
export const WireLine = memo(function WireLine({
  id,
  sourceX,
  sourceY,
  targetX,
  targetY,
  data,
  selected,
}: EdgeProps<WireEdge>) {
  const hovered = use(HoveredWireContext) === id;
  const state = useLive((live) => (data === undefined ? "idle" : wireState(data.wire, live)));
  const passed = useLive((live) => live.passed?.[id] ?? 0);
  if (data === undefined) return null;
  const { wire } = data;
  const { path, x, y } = wirePath({ sourceX, sourceY, targetX, targetY });
  const shown = hovered || selected === true;
  const label = wire.kind === "needs" ? "needs" : wire.type;
  const quiet = wire.alone;
  return (
    <g
      data-wire={id}
      className={classNames(
        "tw-wire",
        `tw-wire-${state}`,
        wire.kind === "needs" && "tw-wire-needs",
        wire.port === "error" && "tw-wire-error",
        shown && "tw-wire-shown",
      )}
    >
      <BaseEdge path={path} interactionWidth={22} />
      <EdgeLabelRenderer>
        <div
          className={classNames(
            "tw-wire-label",
            quiet && !shown && "tw-wire-label-away",
            shown && "tw-wire-label-shown",
          )}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label}
        </div>
        {passed > 1 && (
          <div
            className="tw-wire-count"
            style={{ transform: `translate(-100%, -130%) translate(${targetX - 8}px, ${targetY}px)` }}
          >
            {passed}
          </div>
        )}
      </EdgeLabelRenderer>
    </g>
  );
});

/** The wire that is being drawn. */
export function DrawnWire({ fromX, fromY, toX, toY }: ConnectionLineComponentProps) {
  const { path } = wirePath({ sourceX: fromX, sourceY: fromY, targetX: toX, targetY: toY });
  return <path d={path} className="tw-wire-drawn" />;
}
