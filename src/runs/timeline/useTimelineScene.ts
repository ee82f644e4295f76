import { useCallback, useMemo, useRef } from "react";
import { allSteps } from "../../workflow/subWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { useHistoryPart, useNewest, useRunContext, useRunTime, useTick } from "../RunContext.ts";
import { type RowCounts, rowCounts } from "./barText.ts";
import type { RowMark } from "./drawTimeline.ts";
import { LaidOutRows } from "./LaidOutRows.ts";
import { type PlacedRow, placeRows } from "./placement.ts";
import { closeGaps, gapsIn } from "./shownTime.ts";
import { tickAtTime } from "./tickAtTime.ts";
import { useSample } from "./useSample.ts";
import { type Span, wholeSpan } from "./viewport.ts";

export interface TimelineScene {
  /** There is nothing to show because nothing happened, not because it was not read yet. */
  readonly isRead: boolean;
  readonly rows: readonly PlacedRow[];
  readonly height: number;
  readonly marks: ReadonlyMap<StepId, readonly RowMark[]>;
  /** When the run began, epoch ms: a fork, when it went its own way. The axis counts from here. */
  readonly from: number;
  /** What the run was forked from, before `from`; `null`: it is no fork. */
  readonly before: { readonly from: number; readonly label: string } | null;
  /** The tick that was the last one at a time of the axis; `undefined`: one cannot go to a moment from here. */
  readonly tickAt: ((at: number) => number) | undefined;
  /** What is to be said of a row. */
  readonly countsOf: (step: StepId) => RowCounts;
  /** All of the run. */
  readonly whole: Span;
  /** Time passes: bars grow. */
  readonly isLive: boolean;
  /** Epoch ms, as of the last rendering. */
  readonly now: number;
  /** Epoch ms of the tick that is looked at; `null`: the present. */
  readonly moment: number | null;
}

/** What the timeline shows, from the journal that was read and what is due now. */
export function useTimelineScene(): TimelineScene {
  const { stored } = useRunContext();
  const history = useHistoryPart(({ history }) => history);
  const travel = useHistoryPart(({ travel }) => travel);
  const tookMs = useRef(0);
  const { seq, steps: view } = useSample(tookMs);
  const tick = useTick();
  const endedAt = useNewest(({ summary }) => summary.endedAt);
  const owner = useNewest(({ owner }) => owner);
  const isEmpty = useNewest(({ seq }) => seq === 0) ?? stored.summary.seq === 0;
  const time = useRunTime();
  const { createdAt, forkOf } = stored.summary;
  const { forks } = travel.index;
  const gaps = useMemo(() => gapsIn(forks, history.entries), [forks, history, forks.length]);
  const shown = useMemo(() => closeGaps(gaps), [gaps]);
  const from = gaps.at(-1)?.to ?? createdAt;
  const momentAt = tick === null ? undefined : history.entries[tick - 1]?.tick.at;
  const moment = momentAt === undefined ? null : (shown?.(momentAt) ?? momentAt);
  const isLive = endedAt === undefined && owner !== "none";
  // The whole run is drawn, whatever moment of it is looked at.
  const now = moment === null ? time : (endedAt ?? history.lastAt ?? time);
  const steps = useMemo(() => allSteps(stored.workflow).map(([path]) => path), [stored]);
  const laidOut = useMemo(() => new LaidOutRows(steps, history, shown), [steps, history, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history grows in place; its seq says when
  const rows = useMemo(() => {
    const began = performance.now();
    const placed = placeRows(laidOut.at(now));
    tookMs.current = performance.now() - began;
    return placed;
  }, [laidOut, seq, endedAt, isLive ? 0 : now]);
  const lastBar = useMemo(
    () =>
      rows.reduce((latest, { row }) => row.lanes.reduce((at, lane) => Math.max(at, lane.at(-1)?.to ?? 0), latest), 0),
    [rows],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place; the seq says when
  const batches = useMemo(
    () =>
      travel.index.batches.map(
        ({ step, from, to }): RowMark => ({
          step,
          kind: "batch",
          from: shown?.(from) ?? from,
          to: to === undefined ? Number.POSITIVE_INFINITY : (shown?.(to) ?? to),
        }),
      ),
    [travel, seq, shown],
  );
  const marks = useMemo(() => {
    const byStep = new Map<StepId, RowMark[]>();
    const add = (mark: RowMark): void => {
      const list = byStep.get(mark.step);
      if (list === undefined) byStep.set(mark.step, [mark]);
      else if (list.length < maxMarks) list.push(mark);
    };
    for (const batch of batches) add(batch);
    for (const [step, { waiters, nextRetryAt }] of Object.entries(view)) {
      for (const { deadlineAt, since } of waiters)
        if (deadlineAt !== undefined) add({ step, kind: "deadline", from: since, to: deadlineAt });
      if (nextRetryAt !== null) add({ step, kind: "deadline", from: nextRetryAt, to: nextRetryAt });
    }
    return byStep;
  }, [batches, view]);
  const last = rows.at(-1);
  const firstAt = shown?.(history.entries[0]?.tick.at ?? from) ?? from;
  const whole = useMemo(
    () => wholeSpan(Math.min(from, firstAt), Math.max(now, lastBar)),
    [from, firstAt, now, lastBar],
  );
  const tickAt = useCallback((at: number) => tickAtTime(history.entries, at, shown), [history, shown]);
  const countsOf = useCallback((step: StepId) => rowCounts(history.attemptsOf(step)), [history]);
  return {
    isRead: seq > 0 || isEmpty,
    rows,
    height: last === undefined ? 0 : last.top + last.height,
    marks,
    from,
    before:
      shown === undefined
        ? null
        : { from: firstAt, label: forkOf === undefined ? "before the fork" : `from run ${forkOf.number}` },
    tickAt,
    countsOf,
    whole,
    isLive,
    now,
    moment,
  };
}

/** Marks of one step: more cannot be told apart. */
const maxMarks = 500;
