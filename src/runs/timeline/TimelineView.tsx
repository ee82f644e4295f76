import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { titleParts } from "../../editor/canvas/titleParts.ts";
import { announce } from "../../ui/toast.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { barText, rowText } from "./barText.ts";
import { coloursOf } from "./colours.ts";
import { type Drawing, drawBars, drawOver } from "./drawTimeline.ts";
import { followPointer } from "./followPointer.ts";
import { Minimap } from "./Minimap.tsx";
import { barAt, barBeside, type HitBar, laneTop, type Move, maxLanes, spanOf } from "./placement.ts";
import { TimelineAxis } from "./TimelineAxis.tsx";
import { TimelineTip, type Tip } from "./TimelineTip.tsx";
import { useDrawing } from "./useDrawing.ts";
import type { TimelineScene } from "./useTimelineScene.ts";
import { useZoomingWheel } from "./useZoomingWheel.ts";
import { panned, revealing, type Span, wholeSpan, zoomed } from "./viewport.ts";
import "./Timeline.css";

/** Beyond that many rows only those in sight have a name in the page. */
const maxNames = 150;
/** From so many bars on the whole run stands above them. */
const manyBars = 60;
/** As Timeline.css has it, px. */
const nameWidth = 168;

const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

interface TimelineProps {
  readonly scene: TimelineScene;
  readonly title: (step: StepId) => string;
  readonly selected: StepId | null;
  /** The execution that is shown elsewhere. */
  readonly execution: string | null;
  readonly onSelect: (step: StepId) => void;
  readonly onAttempt?: (execution: string) => void;
  readonly onMoment?: (tick: number) => void;
}

/** Bars by step over time, those of any run. */
export function TimelineView(props: TimelineProps) {
  const { rows, isRead } = props.scene;
  if (rows.length === 0)
    return <p className="timeline-none tw-muted">{isRead && "Bars appear here when the first step runs."}</p>;
  return <Bars {...props} />;
}

function Bars({ scene, title, selected, execution, onSelect, onAttempt, onMoment }: TimelineProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 800, height: 200 });
  const [scrollTop, setScrollTop] = useState(0);
  /** `null`: all of the run, however it grows. */
  const [chosenSpan, setSpan] = useState<Span | null>(null);
  const [focus, setFocus] = useState<HitBar | null>(null);
  const [tip, setTip] = useState<Tip | null>(null);
  const { rows, whole, isLive, tickAt } = scene;
  const span = chosenSpan ?? whole;
  const change = (next: Span) => setSpan(next === whole || next.to - next.from >= whole.to - whole.from ? null : next);
  const middle = (span.from + span.to) / 2;
  const isMany = rows.reduce((sum, { row }) => sum + row.lanes.reduce((n, lane) => n + lane.length, 0), 0) > manyBars;

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

  const forkAt = scene.before === null ? null : scene.from;
  const { marks, moment } = scene;
  const spanNow = (): Span => (chosenSpan === null && isLive ? wholeSpan(whole.from, Date.now()) : span);
  const drawingOf = (element: HTMLCanvasElement): Drawing => {
    const now = isLive ? Date.now() : scene.now;
    return {
      rows,
      marks,
      span: spanNow(),
      scrollTop,
      ...size,
      colours: coloursOf(element),
      moment,
      now: isLive ? now : null,
      selected,
      execution,
      focus,
      forkAt,
    };
  };
  const place = [rows, span.from, span.to, scrollTop];
  // Thousands of bars stay as they are while somebody goes through the run.
  const every = isLive ? growsEvery((span.to - span.from) / size.width) : null;
  const bars = { every, of: [...place, selected, execution, forkAt] };
  useDrawing(canvas, size, bars, (context, element) => drawBars(context, drawingOf(element)));
  useDrawing(over, size, { every, of: [...place, marks, moment, focus] }, (context, element) =>
    drawOver(context, drawingOf(element)),
  );

  const msPerPixel = (span.to - span.from) / size.width;
  /** Where the pointer is in the drawing, and how far down in all rows. */
  const pointOf = (event: { readonly clientX: number; readonly clientY: number }) => {
    const box = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { from, to } = spanNow();
    return {
      at: from + ((event.clientX - box.left) / size.width) * (to - from),
      y: event.clientY - box.top + scrollTop,
    };
  };
  const goTo = (at: number) => {
    if (tickAt !== undefined) onMoment?.(tickAt(at));
  };
  const open = ({ bar }: HitBar) => {
    if (bar.count !== undefined) return change(zoomed(span, 0.2, (bar.from + bar.to) / 2, whole));
    onSelect(bar.attempt.step);
    onAttempt?.(bar.attempt.execution);
  };
  const focusBar = (hit: HitBar) => {
    setFocus(hit);
    change(revealing(span, spanOf(hit), whole));
    const top = laneTop(hit.placed, hit.lane);
    const body = frame.current;
    if (body && (top < body.scrollTop || top + 24 > body.scrollTop + body.clientHeight)) body.scrollTop = top - 24;
    announce([title(hit.bar.attempt.step), ...barText(hit.bar, scene.now)].join(", "));
  };

  useZoomingWheel([canvas, axis], (event) => {
    // Where the rows scroll, the wheel scrolls them; over the axis, or with Ctrl, it zooms.
    const zooms =
      event.ctrlKey || event.metaKey || scene.height <= size.height || axis.current?.contains(event.target as Node);
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (sideways !== 0 && !event.ctrlKey) change(panned(span, sideways * msPerPixel, whole));
    else if (zooms && event.deltaY !== 0)
      change(zoomed(span, Math.exp(Math.max(-50, Math.min(50, event.deltaY)) / 100), pointOf(event).at, whole));
    else return false;
    return true;
  });

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
    const hit = barAt(rows, pointOf(press), msPerPixel);
    const begun = span;
    let moved = false;
    followPointer(
      (event) => {
        const by = press.clientX - event.clientX;
        moved ||= Math.abs(by) > 4;
        if (moved) change(panned(begun, by * msPerPixel, whole));
      },
      () => {
        if (moved || hit === null) return;
        setFocus(hit);
        open(hit);
      },
    );
  };
  const onAxisPress = (press: MouseEvent) => {
    if (press.button !== 0 || tickAt === undefined) return;
    const follow = (event: { readonly clientX: number; readonly clientY: number }) => goTo(pointOf(event).at);
    follow(press);
    followPointer(follow);
  };
  const onHover = (event: MouseEvent) => {
    const hit = barAt(rows, pointOf(event), msPerPixel);
    const box = frame.current?.getBoundingClientRect();
    setTip(hit && box ? { hit, x: event.clientX - box.left, y: event.clientY - box.top } : null);
  };

  const named =
    rows.length <= maxNames
      ? rows
      : rows.filter(({ top, height }) => top + height > scrollTop && top < scrollTop + size.height);
  return (
    <div className={isMany ? "timeline timeline-many" : "timeline"}>
      <TimelineAxis
        axis={axis}
        scene={scene}
        span={span}
        grows={chosenSpan === null ? every : null}
        width={size.width}
        isWhole={chosenSpan === null}
        onZoom={(factor) => change(zoomed(span, factor, middle, whole))}
        onFit={() => setSpan(null)}
        onPress={onAxisPress}
      />
      {isMany && <Minimap scene={scene} span={span} width={size.width} onSpan={change} />}
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
          <canvas ref={over} style={{ width: size.width, height: size.height }} />
        </div>
        <ul className="timeline-names" aria-label="Attempts by step" style={{ height: scene.height }}>
          {named.map(({ row, top, height }) => (
            <li key={row.step} style={{ top, height }}>
              <button
                type="button"
                className={row.step === selected ? "timeline-name timeline-selected" : "timeline-name"}
                title={title(row.step)}
                aria-label={rowText(row, scene.countsOf(row.step), title)}
                onClick={() => onSelect(row.step)}
              >
                <RowName title={title(row.step)} />
                {row.lanes.length > maxLanes && <span className="tw-muted">+{row.lanes.length - maxLanes}</span>}
              </button>
            </li>
          ))}
        </ul>
        {tip !== null && (
          <TimelineTip tip={tip} title={title} now={scene.now} width={size.width + nameWidth} height={size.height} />
        )}
      </div>
    </div>
  );
}

/**
 * How often open bars are drawn anew, ms: when they have grown by half a pixel, and no more often than a person sees. In
 * steps, so that a timer lives longer than a moment while the run grows.
 */
function growsEvery(msPerPixel: number): number {
  const least = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 500 : 100;
  const steps = [100, 250, 500, 1_000];
  return steps.find((step) => step >= Math.max(least, msPerPixel / 2)) ?? 1_000;
}

/** A long name is cut before its end, as on a card: rows often differ only there. */
function RowName({ title }: { readonly title: string }) {
  const parts = titleParts(title);
  if (parts === null) return <span className="tw-cut">{title}</span>;
  return (
    <span className="timeline-long-name">
      <span className="tw-cut">{parts.begin}</span>
      <span>{parts.end}</span>
    </span>
  );
}
