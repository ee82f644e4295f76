import { Panel, useReactFlow, useStore } from "@xyflow/react";
import { type PointerEvent, use, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../ui/classNames.ts";
import { useThrottled } from "../../ui/useThrottled.ts";
import type { Rect } from "../layout/rect.ts";
import type { CanvasNode } from "./canvasNodes.ts";
import { type CanvasLive, LiveContext } from "./live.ts";
import { type MapPicture, mapBox, mapPicture, rectPath } from "./mapPicture.ts";
import { isInView } from "./revealView.ts";
import "./CanvasMap.css";

/** Width by height, as the styles make it. */
const proportion = 152 / 96;
/** A drag and a busy run change nodes with every frame; on the map nobody sees that, and each drawing looks at all. */
const drawnEveryMs = 500;
/** A run changes steps all the time, and nobody watches it on the map. */
const stepsEveryMs = 1_000;

/**
 * The whole canvas small, with what is in view; in a run it shows how the steps are. React Flow's own map listens to
 * everything once per node, which a canvas of a thousand steps feels with every movement.
 */
export function CanvasMap({ nodes }: { readonly nodes: readonly CanvasNode[] }) {
  const live = useStepsNowAndThen();
  const drawn = useThrottled(nodes, drawnEveryMs);
  const picture = useMemo(() => mapPicture(drawn, live), [drawn, live]);
  return <MapView picture={picture} />;
}

/** All steps of the run; what changes meanwhile is not even rendered. */
function useStepsNowAndThen(): CanvasLive["steps"] {
  const { store } = use(LiveContext);
  const [steps, setSteps] = useState(() => store.getState().steps);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      timer = undefined;
      setSteps(store.getState().steps);
    };
    draw();
    const stop = store.subscribe((next, before) => {
      if (next.steps !== before.steps) timer ??= setTimeout(draw, stepsEveryMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return steps;
}

/**
 * Follows the view alone: panning draws only the window anew. While all of the workflow is in view the map says nothing
 * new, and would lie over cards.
 */
function MapView({ picture }: { readonly picture: MapPicture }) {
  const flow = useReactFlow();
  const [x, y, zoom] = useStore(({ transform }) => transform);
  const frame = { width: useStore((state) => state.width), height: useStore((state) => state.height) };
  const view = { x: -x / zoom, y: -y / zoom, width: frame.width / zoom, height: frame.height / zoom };
  const now = mapBox(picture.bounds, view, proportion);
  // While it is dragged the map keeps its scale: else the place under the pointer runs away.
  const dragged = useRef<Rect | null>(null);
  const box = dragged.current ?? now;
  const goTo = (event: PointerEvent<SVGSVGElement>) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const at = {
      x: box.x + ((event.clientX - frame.left) / frame.width) * box.width,
      y: box.y + ((event.clientY - frame.top) / frame.height) * box.height,
    };
    void flow.setCenter(at.x, at.y, { zoom });
  };
  const end = () => {
    dragged.current = null;
  };
  // Before the first frame nothing is measured.
  const allSeen = picture.bounds === null || frame.width === 0 || isInView(picture.bounds, { x, y, zoom }, frame);
  const isNews = dragged.current !== null || !allSeen;
  return (
    <Panel position="bottom-right" className={classNames("tw-map", !isNews && "tw-map-away")}>
      <svg
        role="img"
        aria-label="Map of the workflow"
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = now;
          goTo(event);
        }}
        onPointerMove={(event) => dragged.current !== null && goTo(event)}
        onPointerUp={end}
        onPointerCancel={end}
        onWheel={({ deltaY }) => void (deltaY < 0 ? flow.zoomIn() : flow.zoomOut())}
      >
        {picture.paths.map(({ key, look, d }) => (
          <path key={key} d={d} className={`tw-map-${look}`} />
        ))}
        <path className="tw-map-mask" fillRule="evenodd" d={`${rectPath(box)}${rectPath(view)}`} />
      </svg>
    </Panel>
  );
}
