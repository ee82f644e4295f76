import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from "react";
import { coloursOf } from "./colours.ts";
import { followPointer } from "./followPointer.ts";
import { overviewOf } from "./overview.ts";
import { axisText } from "./timelineBars.ts";
import { useDrawing } from "./useDrawing.ts";
import type { TimelineScene } from "./useTimelineScene.ts";
import { movedByKey, panned, type Span } from "./viewport.ts";

/** As Timeline.css has it, px. */
const height = 30;
/** The window is never too narrow to be taken hold of, px. */
const narrowest = 6;

/** The whole run in one strip: how much was going on when, where it failed, and which part of it is shown. */
export function Minimap({
  scene,
  span,
  width,
  onSpan,
}: {
  readonly scene: TimelineScene;
  readonly span: Span;
  readonly width: number;
  readonly onSpan: (span: Span) => void;
}) {
  const { whole, from, rows, now, moment, before } = scene;
  const canvas = useRef<HTMLCanvasElement>(null);
  const columns = Math.max(10, Math.floor(width / 2));
  const overview = useMemo(() => overviewOf(rows, whole, columns, now), [rows, whole, columns, now]);
  const length = whole.to - whole.from;
  const x = (at: number) => ((at - whole.from) / length) * width;
  useDrawing(
    canvas,
    { width, height },
    { every: null, of: [overview, before, moment, x(from)] },
    (context, element) => {
      const colours = coloursOf(element);
      context.clearRect(0, 0, width, height);
      if (before !== null) {
        context.fillStyle = colours.sunken;
        context.fillRect(0, 0, x(from), height);
      }
      const wide = width / columns;
      for (let column = 0; column < columns; column++) {
        const busy = overview.busy[column] ?? 0;
        const high = busy === 0 ? 0 : Math.max(2, (busy / overview.most) * (height - 10));
        context.fillStyle = colours.ok;
        context.fillRect(column * wide, height - 4 - high, wide, high);
        if (overview.waits[column]) {
          context.fillStyle = colours.wait;
          context.fillRect(column * wide, height - 3, wide, 2);
        }
      }
      context.fillStyle = colours.bad;
      overview.failed.forEach((failed, column) => {
        if (failed) context.fillRect(column * wide, 2, Math.max(wide, 2), height - 6);
      });
      if (moment !== null) {
        context.fillStyle = colours.accent;
        context.fillRect(x(moment) - 0.75, 0, 1.5, height);
      }
    },
  );
  const onPress = (press: MouseEvent) => {
    if (press.button !== 0) return;
    const left = canvas.current?.getBoundingClientRect().left ?? 0;
    const timeAt = (clientX: number) => whole.from + ((clientX - left) / width) * length;
    const pressed = timeAt(press.clientX);
    const isInside = pressed >= span.from && pressed <= span.to && span.to - span.from < length;
    // A press beside the window brings its middle there; one inside takes hold of it.
    const begun = isInside ? span : panned(span, pressed - (span.from + span.to) / 2, whole);
    if (!isInside) onSpan(begun);
    followPointer((event) => onSpan(panned(begun, timeAt(event.clientX) - pressed, whole)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedByKey(event.key, span, whole);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onSpan(next);
  };
  const [first, last] = [axisText(span.from - from, 1_000), axisText(span.to - from, 1_000)];
  const left = Math.max(0, x(span.from));
  const shownWidth = Math.max(narrowest, Math.min(width, x(span.to)) - left);
  return (
    <div
      className="timeline-minimap"
      role="slider"
      tabIndex={0}
      aria-label="Part of the run that is shown"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((span.from - whole.from) / length) * 100)}
      aria-valuetext={`from ${first} to ${last}`}
      title="The whole run. Drag the window, press beside it, or zoom with plus and minus."
      onKeyDown={onKeyDown}
      onMouseDown={onPress}
    >
      <canvas ref={canvas} style={{ width, height }} />
      <span className="timeline-window" style={{ left: Math.min(left, width - shownWidth), width: shownWidth }} />
    </div>
  );
}
