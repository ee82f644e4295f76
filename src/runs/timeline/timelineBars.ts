import { formatClock } from "../../ui/format.ts";
import type { StepId } from "../../workflow/workflow.ts";
import type { Attempt } from "../attempt.ts";
import type { ShownTime } from "./shownTime.ts";

/** What a stretch of a step's line shows; each has its own colour, pattern and word. */
export type BarKind =
  | "queued"
  | "retry"
  | "waiting"
  | "workspace"
  | "running"
  | "success"
  | "failure"
  | "stopped"
  | "uncertain";

export interface Bar {
  readonly kind: BarKind;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly attempt: Attempt;
  /** Goes on while time passes. */
  readonly open: boolean;
  /** How many bars it stands for, when they are too narrow to be drawn apart. */
  readonly count?: number;
}

export interface TimelineRow {
  readonly step: StepId;
  /** Lines of bars that do not overlap, so that parallel attempts stand below each other. */
  readonly lanes: readonly (readonly Bar[])[];
  /** Of a crowd: how many waited for a worker at once, from each time on; its first lane. */
  readonly depth?: readonly Depth[];
}

export interface Depth {
  readonly at: number;
  readonly count: number;
}

/** Queue time and run time of an attempt apart, and the waits of a person or an event between its parts. */
export function barsOf(attempt: Attempt, now: number): readonly Bar[] {
  const end = attempt.endedAt ?? now;
  const began = Math.min(Math.max(attempt.startedAt ?? attempt.dispatchedAt, attempt.dispatchedAt), end);
  const bars: Bar[] = [];
  const add = (kind: BarKind, from: number, to: number, open = false): void => {
    if (to > from || open) bars.push({ kind, from, to, attempt, open });
  };
  add(before[attempt.queuedFor], attempt.queuedAt, attempt.dispatchedAt);
  const gate = Math.min(attempt.waited ?? 0, end - attempt.dispatchedAt);
  const runs = Math.max(began, attempt.dispatchedAt + gate);
  add(gate > 0 ? "workspace" : "queued", attempt.dispatchedAt, runs);
  if (attempt.end === undefined) add("running", runs, Math.max(now, runs), true);
  // A bar of no length is still something that happened.
  else bars.push({ kind: after[attempt.end], from: runs, to: Math.max(end, runs), attempt, open: false });
  return bars;
}

const before = { worker: "queued", retry: "retry", waiter: "waiting", again: "queued" } as const;

/** What an item goes on with behind its last attempt: an answer, or its next try, is still to come. */
const behind: Partial<Record<NonNullable<Attempt["end"]>, BarKind>> = { waiting: "waiting", retrying: "retry" };

const after = {
  completed: "success",
  failed: "failure",
  denied: "failure",
  retrying: "failure",
  waiting: "success",
  rerun: "stopped",
  cancelled: "stopped",
  uncertain: "uncertain",
  ended: "stopped",
} as const satisfies Record<NonNullable<Attempt["end"]>, BarKind>;

/**
 * One row per step that did anything, in the given order. Bars closer than `resolution` ms are drawn as one; `shown`
 * says where their times stand.
 */
export function timelineRows(
  steps: readonly StepId[],
  attemptsOf: (step: StepId) => readonly Attempt[],
  { now, resolution = 0, shown }: { readonly now: number; readonly resolution?: number; readonly shown?: ShownTime },
): readonly TimelineRow[] {
  return steps.flatMap((step) => {
    const attempts = attemptsOf(step);
    if (attempts.length === 0) return [];
    const lastOfItem = new Map(attempts.map((attempt) => [attempt.item, attempt]));
    const happened = attempts.flatMap((attempt): readonly Bar[] => {
      const own = barsOf(attempt, now);
      const kind = attempt.end === undefined ? undefined : behind[attempt.end];
      if (kind === undefined || lastOfItem.get(attempt.item) !== attempt) return own;
      const from = attempt.endedAt ?? now;
      return [...own, { kind, from, to: Math.max(now, from), attempt, open: true }];
    });
    const bars = shown ? happened.map((bar) => ({ ...bar, from: shown(bar.from), to: shown(bar.to) })) : happened;
    if (attempts.length <= crowd) {
      const lanes = layOut(bars);
      const workers = new Set(attempts.map(({ worker }) => worker)).size;
      // Items that wait beside each other need no lane each: it is their number that tells something.
      if (lanes.length <= workers + 1) return [{ step, lanes }];
    }
    const lanes = crowded(bars, resolution);
    // Work that never had to wait has no lane of what waited.
    return [bars.some(({ kind }) => resting.has(kind)) ? { step, lanes, depth: depthOf(bars) } : { step, lanes }];
  });
}

/** Attempts of a step beyond which its bars are no longer laid out one by one. */
const crowd = 40;

/** Many attempts: one lane of all that waited, then a lane per worker, whose bars never overlap. */
function crowded(bars: readonly Bar[], resolution: number): readonly (readonly Bar[])[] {
  const waits: Bar[] = [];
  const workers: Bar[][] = [];
  for (const bar of bars) {
    if (resting.has(bar.kind)) waits.push(bar);
    else {
      workers[bar.attempt.worker] ??= [];
      workers[bar.attempt.worker]?.push(bar);
    }
  }
  waits.sort((a, b) => a.from - b.from);
  const lanes = [waits, ...Array.from(workers, (lane) => lane ?? [])];
  return lanes.filter((lane) => lane.length > 0).map((lane) => merge(lane, resolution));
}

/** How many bars of the kind *queued* there are at once. */
function depthOf(bars: readonly Bar[]): readonly Depth[] {
  const changes = bars
    .filter(({ kind }) => kind === "queued")
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  const depth: Depth[] = [];
  let count = 0;
  for (const { at, by } of changes) {
    count += by;
    if (depth.at(-1)?.at === at) depth[depth.length - 1] = { at, count };
    else depth.push({ at, count });
  }
  return depth;
}

const resting: ReadonlySet<BarKind> = new Set(["queued", "retry", "waiting", "workspace"]);

/** Puts each bar in the first lane that is free at its time. */
function layOut(bars: readonly Bar[]): readonly (readonly Bar[])[] {
  const lanes: Bar[][] = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const lane = lanes.find((lane) => freeFrom(lane.at(-1)) <= bar.from);
    if (lane) lane.push(bar);
    else lanes.push([bar]);
  }
  return lanes;
}

/** An open bar is drawn longer than it was laid out: time goes on until the next layout. */
function freeFrom(last: Bar | undefined): number {
  if (last === undefined) return Number.NEGATIVE_INFINITY;
  return last.open ? Number.POSITIVE_INFINITY : last.to;
}

/** The longest bar that neighbours are joined into, in resolutions. */
const mostMerged = 4;

/** Joins neighbours of a lane that could not be told apart; what matters more gives the colour. */
function merge(lane: readonly Bar[], resolution: number): readonly Bar[] {
  const merged: Bar[] = [];
  for (const bar of lane) {
    const last = merged.at(-1);
    const narrow = last && (last.to - last.from < resolution || bar.to - bar.from < resolution);
    const near = last && !last.open && !bar.open && bar.from - last.to < resolution;
    // A long chain of neighbours stays several bars: whoever looks closer sees where it was busy.
    const isShort = last && last.to - last.from < mostMerged * resolution;
    if (near && ((narrow && isShort) || bar.from < last.to)) {
      const kind = weight[bar.kind] > weight[last.kind] ? bar.kind : last.kind;
      merged[merged.length - 1] = { ...last, kind, to: Math.max(last.to, bar.to), count: (last.count ?? 1) + 1 };
    } else merged.push(bar);
  }
  return merged;
}

export const weight: Record<BarKind, number> = {
  queued: 0,
  workspace: 1,
  retry: 2,
  waiting: 3,
  success: 4,
  stopped: 5,
  running: 6,
  uncertain: 7,
  failure: 8,
};

/** Round steps of the time axis: at most `count` marks between two times, ms from the beginning. */
export function axisMarks(
  from: number,
  to: number,
  count: number,
): { readonly step: number; readonly marks: readonly number[] } {
  const spanMs = to - from;
  const steps = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5, 72e5,
  ];
  let step = steps.find((candidate) => spanMs / candidate <= count) ?? 36e5;
  while (spanMs / step > count) step *= 2;
  const first = Math.ceil(from / step);
  const marks = Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  );
  return { step, marks };
}

/** A mark of the axis, as exactly as its neighbours need it: `+1.25 s`, `+2:05`, `+1:00:05`. */
export function axisText(mark: number, step: number): string {
  if (mark === 0) return "0";
  const [sign, length] = mark < 0 ? ["−", -mark] : ["+", mark];
  if (length < 60_000 || step < 1_000) {
    const digits = step >= 1_000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
    return `${sign}${(length / 1000).toFixed(digits)} s`;
  }
  return `${sign}${formatClock(length)}`;
}
