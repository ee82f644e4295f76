import { Maximize2, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "../../ui/Button.tsx";
import { formatExact } from "../../ui/format.ts";
import { announce } from "../../ui/toast.ts";
import { useHistory, useRunContext } from "../RunContext.ts";
import { barText, rowText } from "./barText.ts";
import { coloursOf } from "./colours.ts";
import { drawTimeline } from "./drawTimeline.ts";
import { barAt, barBeside, type HitBar, laneTop, type Move, maxLanes, spanOf } from "./placement.ts";
import { tickAtTime } from "./tickAtTime.ts";
import { axisMarks, axisText } from "./timelineBars.ts";
import { type TimelineScene, useTimelineScene } from "./useTimelineScene.ts";
import { panned, revealing, type Span, wholeSpan, zoomed } from "./viewport.ts";
import "./Timeline.css";

/** Beyond that many rows only those in sight have a name in the page. */
const maxNames = 150;
/** Open bars grow so often, ms. */
const grownEveryMs = 50;

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** A bar per attempt, queue time and run time apart; in it one goes to any moment and to any attempt. */
export function Timeline() {
  const scene = useTimelineScene();
  if (scene.rows.length === 0)
    return <p className="timeline-none tw-muted">Bars appear here when the first step runs.</p>;
  return <Bars scene={scene} />;
}

function Bars({ scene }: { readonly scene: TimelineScene }) {
  const { title, select, selected, stores } = useRunContext();
  const { history } = useHistory();
  const execution = useStore(stores.attempt, ({ execution }) => execution);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 800, height: 200 });
  const [scrollTop, setScrollTop] = useState(0);
  /** `null`: all of the run, however it grows. */
  const [chosenSpan, setSpan] = useState<Span | null>(null);
  const [focus, setFocus] = useState<HitBar | null>(null);
  const [tip, setTip] = useState<{ readonly hit: HitBar; readonly x: number; readonly y: number } | null>(null);
  const { rows, whole, from, moment, isLive } = scene;
  const span = chosenSpan ?? whole;
  const change = (next: Span) => setSpan(next === whole || next.to - next.from >= whole.to - whole.from ? null : next);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () =>
      setSize({ width: Math.max(50, element.clientWidth - nameWidth), height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  // The latest of everything, for what draws between renderings.
  const draw = useRef(() => {});
  useEffect(() => {
    draw.current = () => {
      const element = canvas.current;
      const context = element?.getContext("2d");
      if (!element || !context) return;
      const ratio = window.devicePixelRatio || 1;
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const now = isLive ? Date.now() : scene.now;
      const grown = chosenSpan === null && isLive ? wholeSpan(from, now) : span;
      drawTimeline(context, {
        rows,
        marks: scene.marks,
        span: grown,
        scrollTop,
        ...size,
        colours: coloursOf(element),
        moment,
        now: isLive ? now : null,
        selected,
        execution,
        focus,
      });
    };
    draw.current();
  });
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => draw.current(), grownEveryMs);
    return () => clearInterval(timer);
  }, [isLive]);
  useEffect(() => {
    const observer = new MutationObserver(() => draw.current());
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);

  const msPerPixel = (span.to - span.from) / size.width;
  const timeAt = (x: number) => span.from + x * msPerPixel;
  /** Where the pointer is in the drawing, and how far down in all rows. */
  const pointOf = (event: { readonly clientX: number; readonly clientY: number }) => {
    const box = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const x = event.clientX - box.left;
    return { x, at: timeAt(x), y: event.clientY - box.top + scrollTop };
  };
  const hitOf = (event: MouseEvent) => barAt(rows, pointOf(event), msPerPixel);
  const goTo = (at: number) => {
    const seq = tickAtTime(history.entries, at);
    stores.moment.setState({ tick: seq, playing: false });
  };
  const open = ({ bar }: HitBar) => {
    if (bar.count !== undefined) return change(zoomed(span, 0.2, (bar.from + bar.to) / 2, whole));
    select(bar.attempt.step, { show: true });
    stores.attempt.setState({ execution: bar.attempt.execution });
  };
  const focusBar = (hit: HitBar) => {
    setFocus(hit);
    change(revealing(span, spanOf(hit), whole));
    const top = laneTop(hit.placed, hit.lane);
    const body = frame.current;
    if (body && (top < body.scrollTop || top + 24 > body.scrollTop + body.clientHeight)) body.scrollTop = top - 24;
    announce([title(hit.bar.attempt.step), ...barText(hit.bar, scene.now)].join(", "));
  };
  const middle = (span.from + span.to) / 2;

  // React's wheel listeners are passive: the page would zoom as well.
  const onWheel = useRef((_event: WheelEvent) => {});
  onWheel.current = (event) => {
    const point = pointOf(event);
    // Where the rows scroll, the wheel scrolls them; over the axis, or with Ctrl, it zooms.
    const zooms =
      event.ctrlKey || event.metaKey || scene.height <= size.height || axis.current?.contains(event.target as Node);
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (sideways !== 0 && !event.ctrlKey) {
      event.preventDefault();
      change(panned(span, sideways * msPerPixel, whole));
    } else if (zooms && event.deltaY !== 0) {
      event.preventDefault();
      change(zoomed(span, Math.exp(Math.max(-50, Math.min(50, event.deltaY)) / 100), point.at, whole));
    }
  };
  useEffect(() => {
    const places: readonly (HTMLElement | null)[] = [canvas.current, axis.current];
    const listen = (event: WheelEvent) => onWheel.current(event);
    for (const place of places) place?.addEventListener("wheel", listen, { passive: false });
    return () => {
      for (const place of places) place?.removeEventListener("wheel", listen);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const wide = (span.to - span.from) / 5;
    if (move !== undefined && event.shiftKey) {
      if (move === "left" || move === "right") change(panned(span, move === "left" ? -wide : wide, whole));
    } else if (move !== undefined) {
      const next = barBeside(rows, focus, move);
      if (next !== null) focusBar(next);
    } else if (event.key === "Enter" && focus !== null) {
      open(focus);
      // The card that is shown takes the focus; whoever reads the bars goes on here.
      event.currentTarget.focus();
      setFocus(focus);
    } else if (event.key === "+" || event.key === "=") change(zoomed(span, 0.6, focus?.bar.from ?? middle, whole));
    else if (event.key === "-") change(zoomed(span, 1 / 0.6, focus?.bar.from ?? middle, whole));
    else if (event.key === "f" || event.key === "0") setSpan(null);
    else if (event.key === "m" && focus !== null) goTo(focus.bar.from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** A press that moves pans, one that does not chooses the bar under it. */
  const onPress = (press: MouseEvent) => {
    if (press.button !== 0) return;
    const hit = hitOf(press);
    const begun = span;
    let moved = false;
    const onMove = (event: globalThis.MouseEvent) => {
      const by = press.clientX - event.clientX;
      moved ||= Math.abs(by) > 4;
      if (moved) change(panned(begun, by * msPerPixel, whole));
    };
    const onUp = () => {
      window.removeEventListener("mousemove", onMove);
      window.removeEventListener("mouseup", onUp);
      if (moved || hit === null) return;
      setFocus(hit);
      open(hit);
    };
    window.addEventListener("mousemove", onMove);
    window.addEventListener("mouseup", onUp);
  };
  const onAxisPress = (press: MouseEvent) => {
    if (press.button !== 0) return;
    const follow = (event: { readonly clientX: number; readonly clientY: number }) => goTo(pointOf(event).at);
    follow(press);
    const onUp = () => {
      window.removeEventListener("mousemove", follow);
      window.removeEventListener("mouseup", onUp);
    };
    window.addEventListener("mousemove", follow);
    window.addEventListener("mouseup", onUp);
  };
  const onHover = (event: MouseEvent) => {
    const hit = hitOf(event);
    const box = frame.current?.getBoundingClientRect();
    setTip(hit && box ? { hit, x: event.clientX - box.left, y: event.clientY - box.top } : null);
  };

  const { step, marks } = axisMarks(span.from - from, span.to - from, Math.max(2, Math.floor(size.width / 110)));
  const isFew = rows.length <= maxNames;
  const named = isFew
    ? rows
    : rows.filter(({ top, height }) => top + height > scrollTop && top < scrollTop + size.height);
  return (
    <div className="timeline">
      <div className="timeline-axis">
        <div className="timeline-began" title={formatExact(from)}>
          <span>{new Date(from).toLocaleTimeString()}</span>
          <IconButton
            size="small"
            label="Zoom out"
            shortcut="−"
            icon={<Minus aria-hidden />}
            disabled={chosenSpan === null}
            onClick={() => change(zoomed(span, 1 / 0.6, middle, whole))}
          />
          <IconButton
            size="small"
            label="Zoom in"
            shortcut="+"
            icon={<Plus aria-hidden />}
            onClick={() => change(zoomed(span, 0.6, middle, whole))}
          />
          <IconButton
            size="small"
            label="Fit the whole run"
            shortcut="F"
            icon={<Maximize2 aria-hidden />}
            disabled={chosenSpan === null}
            onClick={() => setSpan(null)}
          />
        </div>
        <div
          ref={axis}
          className="timeline-marks"
          aria-hidden="true"
          onMouseDown={onAxisPress}
          title="Drag to look back"
        >
          {marks.map((mark) => (
            <span key={mark} style={{ left: (from + mark - span.from) / msPerPixel }}>
              {axisText(mark, step)}
            </span>
          ))}
        </div>
      </div>
      <div className="timeline-body" ref={frame} onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
        <div
          className="timeline-bars"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from bar to bar in it
          tabIndex={0}
          role="application"
          aria-label="Bars of attempts. Arrow keys go from bar to bar, Enter shows the attempt, M its moment, plus and minus zoom, F fits the whole run."
          onKeyDown={onKeyDown}
          onBlur={() => setFocus(null)}
        >
          <canvas
            ref={canvas}
            style={{ width: size.width, height: size.height }}
            onMouseDown={onPress}
            onMouseMove={onHover}
            onMouseLeave={() => setTip(null)}
            onDoubleClick={() => setSpan(null)}
          />
        </div>
        <ul className="timeline-names" aria-label="Attempts by step" style={{ height: scene.height }}>
          {named.map(({ row, top, height }) => (
            <li key={row.step} style={{ top, height }}>
              <button
                type="button"
                className={row.step === selected ? "timeline-name timeline-selected" : "timeline-name"}
                aria-label={rowText(row, history.attemptsOf(row.step), title)}
                onClick={() => select(row.step, { show: true })}
              >
                <span className="tw-cut">{title(row.step)}</span>
                {row.lanes.length > maxLanes && <span className="tw-muted">+{row.lanes.length - maxLanes}</span>}
              </button>
            </li>
          ))}
        </ul>
        {tip !== null && <Tip tip={tip} now={scene.now} width={size.width + nameWidth} height={size.height} />}
      </div>
    </div>
  );
}

/** As Timeline.css has it, px. */
const nameWidth = 168;

function Tip({
  tip: { hit, x, y },
  now,
  width,
  height,
}: {
  readonly tip: { readonly hit: HitBar; readonly x: number; readonly y: number };
  readonly now: number;
  readonly width: number;
  readonly height: number;
}) {
  const { title } = useRunContext();
  const [what, of] = barText(hit.bar, now);
  return (
    <div
      className="timeline-tip"
      aria-hidden="true"
      style={{
        ...(x < width - 280 ? { left: x + 14 } : { right: width - x + 14 }),
        ...(y < height - 70 ? { top: y + 14 } : { bottom: height - y + 14 }),
      }}
    >
      <b>{title(hit.bar.attempt.step)}</b>
      <span>{what}</span>
      <span className="tw-muted">{of}</span>
    </div>
  );
}
