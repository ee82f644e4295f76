import { Maximize2, Minus, Plus } from "lucide-react";
import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { formatExact, formatTime } from "../../ui/format.ts";
import { axisMarks, axisText } from "./timelineBars.ts";
import type { TimelineScene } from "./useTimelineScene.ts";
import { type Span, wholeSpan } from "./viewport.ts";

/** The times of what is shown, and the ways to see more or less of it. */
export function TimelineAxis({
  axis,
  scene: { from, before, tickAt },
  span: rendered,
  grows,
  width,
  isWhole,
  onZoom,
  onFit,
  onPress,
}: {
  readonly axis: RefObject<HTMLDivElement | null>;
  readonly scene: TimelineScene;
  readonly span: Span;
  /** All of a run that goes on is shown: how often the bars are drawn anew, ms. */
  readonly grows: number | null;
  readonly width: number;
  readonly isWhole: boolean;
  readonly onZoom: (factor: number) => void;
  readonly onFit: () => void;
  readonly onPress: (event: MouseEvent) => void;
}) {
  const span = useGrownSpan(rendered, grows);
  const { step, marks } = axisMarks(span.from - from, span.to - from, Math.max(2, Math.floor(width / 110)));
  const x = (at: number) => ((at - span.from) / (span.to - span.from)) * width;
  const isBefore = before !== null && x(from) > 0;
  return (
    <div className="timeline-axis">
      <div className="timeline-began" title={formatExact(from)}>
        <span>{formatTime(from)}</span>
        <IconButton
          size="small"
          label="Zoom out"
          shortcut="−"
          icon={<Minus aria-hidden />}
          disabled={isWhole}
          onClick={() => onZoom(1 / 0.6)}
        />
        <IconButton size="small" label="Zoom in" shortcut="+" icon={<Plus aria-hidden />} onClick={() => onZoom(0.6)} />
        <IconButton
          size="small"
          label="Fit the whole run"
          shortcut="F"
          icon={<Maximize2 aria-hidden />}
          disabled={isWhole}
          onClick={onFit}
        />
      </div>
      <div
        ref={axis}
        className={tickAt ? "timeline-marks timeline-scrubs" : "timeline-marks"}
        aria-hidden="true"
        onMouseDown={onPress}
        title={tickAt && "Drag to look back"}
      >
        {isBefore && (
          <i className="timeline-before" style={{ width: Math.min(x(from), width) }} title={before.label}>
            {x(from) > 70 && <span className="tw-cut">{before.label}</span>}
          </i>
        )}
        {marks
          .filter((mark) => !isBefore || mark >= 0)
          .map((mark) => (
            <span key={mark} style={{ left: x(from + mark) }}>
              {axisText(mark, step)}
            </span>
          ))}
      </div>
    </div>
  );
}

/** The times of the axis grow with the bars under it, which are drawn between renderings. */
function useGrownSpan(span: Span, every: number | null): Span {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (every === null) return;
    const next = () => setTimeout(pass, every - (performance.now() % every));
    const pass = () => {
      setNow(Date.now());
      timer = next();
    };
    let timer = next();
    return () => clearTimeout(timer);
  }, [every]);
  if (every === null) return span;
  const grown = wholeSpan(span.from, now);
  return grown.to > span.to ? grown : span;
}
