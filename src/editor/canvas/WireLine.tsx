import { BaseEdge, type ConnectionLineComponentProps, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { Plus } from "lucide-react";
import { memo, use, useCallback, useRef } from "react";
import { classNames } from "../../ui/classNames.ts";
import { formatCount } from "../../ui/format.ts";
import type { Wire } from "../../workflow/wires.ts";
import { CanvasModeContext } from "./canvasMode.ts";
import type { WireEdge } from "./canvasNodes.ts";
import { TouchContext, useTouch } from "./canvasTouch.ts";
import { type LiveHub, useLivePart, useLiveWriting, type Writer, wireKey } from "./live.ts";
import { SlimContext } from "./slim.ts";
import { wirePath } from "./wirePath.ts";
import { pulseWire } from "./wirePulse.ts";
import { type WireState, wireState } from "./wireState.ts";
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
  const slim = use(SlimContext);
  const hovered = useTouch((state) => state.hovered === id);
  // Every edge of ours has it.
  const { wire, lane } = data as NonNullable<WireEdge["data"]>;
  const line = useRef<SVGGElement>(null);
  const writeState = useCallback((hub: LiveHub) => wireWriter(line.current, wire, hub), [wire]);
  useLiveWriting([wire.from, wire.to, wireKey(id)], writeState);
  const { path, x, y } = wirePath({ sourceX, sourceY, targetX, targetY, lane });
  const shown = hovered || selected === true;
  return (
    <g
      ref={line}
      data-wire={id}
      className={classNames(
        "tw-wire",
        wire.kind === "needs" && "tw-wire-needs",
        wire.port === "error" && "tw-wire-error",
        shown && "tw-wire-shown",
      )}
    >
      <Path path={path} interactionWidth={22} />
      {(shown || !slim) && <WireTexts id={id} wire={wire} x={x} y={y} endX={targetX} endY={targetY} shown={shown} />}
    </g>
  );
});

/** What changes of a step is seldom its wires: only that is written. */
function wireWriter(line: SVGGElement | null, wire: Wire, hub: LiveHub): Writer {
  let written: WireState | undefined;
  /** What went over it when that was looked at last. */
  let passedBefore = Number.POSITIVE_INFINITY;
  return {
    write() {
      const live = hub.store.getState();
      const state = wireState(wire, live);
      if (state !== written) line?.setAttribute("data-state", state);
      written = state;
      const passed = live.passed?.[wire.id] ?? 0;
      if (passed > passedBefore && line) pulseWire(line);
      passedBefore = live.passed === undefined ? Number.POSITIVE_INFINITY : passed;
    },
  };
}

/** In a run the state of a wire changes more often than where it lies and what stands at it. */
const Path = memo(BaseEdge);

const WireTexts = memo(function WireTexts({
  id,
  wire,
  x,
  y,
  endX,
  endY,
  shown,
}: {
  readonly id: string;
  readonly wire: Wire;
  /** The middle of the wire. */
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  readonly shown: boolean;
}) {
  const { onInsert } = use(CanvasModeContext);
  const touch = use(TouchContext);
  return (
    <EdgeLabelRenderer>
      <div
        className={classNames(
          "tw-wire-label",
          wire.alone && !shown && "tw-wire-label-away",
          shown && "tw-wire-label-shown",
        )}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
      >
        {wire.kind === "needs" ? "needs" : wire.type}
        {shown && onInsert !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className="tw-wire-insert nodrag nopan"
            aria-label={`Insert a step between ${wire.from} and ${wire.to}`}
            title="Insert a step here (A)"
            onClick={() => onInsert(id)}
            onPointerEnter={() => touch.setState({ hovered: id })}
            onPointerLeave={() => touch.setState({ hovered: null })}
          >
            <Plus aria-hidden />
          </button>
        )}
      </div>
      <PassedCount id={id} x={endX - 8} y={endY} />
    </EdgeLabelRenderer>
  );
});

/** How many events went over a wire, at its end, when that were several. */
function PassedCount(props: { readonly id: string; readonly x: number; readonly y: number }) {
  const { id } = props;
  return useLivePart([wireKey(id)], ({ passed }) => (passed?.[id] ?? 0) > 1) && <Count {...props} />;
}

function Count({ id, x, y }: Parameters<typeof PassedCount>[0]) {
  const element = useRef<HTMLDivElement>(null);
  const write = useCallback(
    (hub: LiveHub) => ({
      write: () => {
        if (element.current) element.current.textContent = formatCount(hub.store.getState().passed?.[id] ?? 0);
      },
    }),
    [id],
  );
  useLiveWriting([wireKey(id)], write);
  return (
    <div
      ref={element}
      className="tw-wire-count"
      style={{ transform: `translate(-100%, -130%) translate(${x}px, ${y}px)` }}
    />
  );
}

/** The wire that is being drawn; from an input when an end of a wire is taken to another output. */
export function DrawnWire({ fromX, fromY, toX, toY, fromHandle }: ConnectionLineComponentProps) {
  const { path } =
    fromHandle.type === "target"
      ? wirePath({ sourceX: toX, sourceY: toY, targetX: fromX, targetY: fromY })
      : wirePath({ sourceX: fromX, sourceY: fromY, targetX: toX, targetY: toY });
  return <path d={path} className="tw-wire-drawn" />;
}
