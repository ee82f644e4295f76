import { type ReactNode, useMemo } from "react";
import { formatDuration, formatExact } from "../ui/format.ts";
import { useThrottled } from "../ui/useThrottled.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import { attemptWord } from "./attemptWord.ts";
import { useHistory, useRunContext, useRunTime, useShown } from "./RunContext.ts";
import { axisMarks, type Bar, type BarKind, timelineRows } from "./timelineBars.ts";
import "./Timeline.css";

/** Lanes of one step that are drawn; what runs beside them is counted. */
const maxLanes = 6;
/** About as many pixels as the axis is wide: finer bars are joined. */
const pixels = 800;

const words: Record<BarKind, string> = {
  queued: "queued",
  retry: "waits for its next try",
  waiting: "waits",
  workspace: "waits for the workspace",
  running: "running",
  success: "success",
  failure: "failure",
  stopped: "stopped",
  uncertain: "nobody knows how it ended",
};

/** A bar per attempt, queue time and run time apart. */
export function Timeline() {
  const { stored, title, select, selected } = useRunContext();
  const { history, seq: lastSeq } = useHistory();
  const seq = useThrottled(lastSeq, 300);
  const endedAt = useShown(({ summary }) => summary.endedAt);
  const now = useRunTime();
  const from = stored.summary.createdAt;
  const steps = useMemo(() => allSteps(stored.workflow).map(([path]) => path), [stored]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history grows in place; its seq says when
  const rows = useMemo(() => {
    const resolution = (now - from) / pixels;
    return timelineRows(steps, (step) => history.attemptsOf(step), { now, resolution });
  }, [steps, history, seq, now, from]);
  // A run that has just begun is not blown up to the whole width.
  const last = rows.flatMap(({ lanes }) => lanes.flat()).reduce((latest, { to }) => Math.max(latest, to), now);
  const span = Math.max(last - from, 1_000) * 1.04;
  // A mark at the very end would be cut.
  const marks = axisMarks(span, 8).filter((mark) => mark < span * 0.95);
  const place = (at: number) => `${(Math.max(0, at - from) / span) * 100}%`;
  if (rows.length === 0) return <p className="timeline-none tw-muted">Bars appear here when the first step runs.</p>;
  return (
    <div className="timeline">
      <div className="timeline-axis">
        <span className="timeline-began" title={formatExact(from)}>
          {new Date(from).toLocaleTimeString()}
        </span>
        <div className="timeline-marks" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark} style={{ left: place(from + mark) }}>
              +{formatDuration(mark)}
            </span>
          ))}
        </div>
      </div>
      <ul className="timeline-rows" aria-label="Attempts by step">
        {rows.map(({ step, lanes }) => (
          <li key={step} className={step === selected ? "timeline-row timeline-selected" : "timeline-row"}>
            <button type="button" className="timeline-name tw-cut" onClick={() => select(step, { show: true })}>
              {title(step)}
              {lanes.length > maxLanes && <span className="tw-muted"> +{lanes.length - maxLanes}</span>}
            </button>
            <div className="timeline-lanes">
              {lanes.slice(0, maxLanes).map((lane, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other name
                <div key={index} className="timeline-lane">
                  {lane.map((bar) => (
                    <BarView key={`${bar.attempt.execution} ${bar.kind} ${bar.from}`} bar={bar} place={place} />
                  ))}
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {endedAt === undefined && <NowLine at={place(now)} />}
    </div>
  );
}

function BarView({ bar, place }: { readonly bar: Bar; readonly place: (at: number) => string }): ReactNode {
  const left = place(bar.from);
  const right = place(bar.to);
  const { attempt } = bar;
  const length = `${formatDuration(bar.to - bar.from)}${bar.open ? " so far" : ""}`;
  const text =
    bar.count === undefined
      ? `${words[bar.kind]}, ${length} · attempt ${attempt.attempt} · ${attemptWord(attempt).word}`
      : `${bar.count} × ${words[bar.kind]}, together ${length}`;
  return (
    <span className={`bar bar-${bar.kind}`} title={text} style={{ left, width: `max(3px, calc(${right} - ${left}))` }}>
      <span className="tw-hidden">{text}</span>
    </span>
  );
}

function NowLine({ at }: { readonly at: string }) {
  return (
    <div className="timeline-now" aria-hidden="true">
      <i style={{ left: at }} />
    </div>
  );
}
