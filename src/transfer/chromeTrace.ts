import type { AttemptSpan, RunSpans, SpanEnd } from "./attemptSpans.ts";

/** An event of Chrome's trace format, as Perfetto and `chrome://tracing` read it. Times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** `M` metadata · `X` a slice · `b` and `e` ends of an asynchronous slice · `s` and `f` of an arrow · `i` a moment. */
  readonly ph: "M" | "X" | "b" | "e" | "s" | "f" | "i";
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly id?: string;
  readonly bp?: "e";
  readonly s?: "p";
  /** One of the format's own colour names. */
  readonly cname?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What stands around the events in the file. */
export interface ChromeTrace {
  readonly displayTimeUnit: "ms";
  readonly otherData: Readonly<Record<string, string>>;
  readonly traceEvents: readonly TraceEvent[];
}

const pid = 1;
/** The thread of what concerns the run as a whole. */
const runThread = 1;

const colours: Readonly<Record<SpanEnd, string>> = {
  completed: "good",
  failed: "terrible",
  denied: "terrible",
  retrying: "bad",
  waiting: "thread_state_iowait",
  rerun: "grey",
  cancelled: "grey",
  uncertain: "bad",
  ended: "grey",
  open: "thread_state_running",
};

const waits: Readonly<Record<AttemptSpan["queuedFor"], string>> = {
  worker: "queued",
  retry: "waits for its next try",
  waiter: "waits for an event",
  again: "waits to run again",
};

export function chromeHeader(spans: RunSpans, run: { readonly id: string }): Omit<ChromeTrace, "traceEvents"> {
  return {
    displayTimeUnit: "ms",
    otherData: { run: run.id, startedAt: new Date(spans.startedAt).toISOString() },
  };
}

/**
 * The run as trace events ("Trace Event Format", Google, 2016): a thread for each worker slot of a step, on which its
 * attempts are slices, the time before a dispatch as asynchronous slices beside them, and arrows from each result to
 * the attempts that work on it. Ticks know milliseconds; what follows within one is drawn a microsecond after the
 * other, so that slices of a thread lie side by side and arrows lead forward.
 */
export function* chromeEvents(spans: RunSpans, run: { readonly name: string }): Generator<TraceEvent> {
  const threads = new Map<string, number>();
  /** Where the last slice of a thread ends. */
  const ends = new Map<number, number>();
  const drawn = new Map<string, { readonly tid: number; readonly ts: number; readonly end: number }>();
  const micros = (at: number) => Math.round((at - spans.startedAt) * 1_000);
  yield metadata("process_name", runThread, { name: run.name });
  yield metadata("thread_name", runThread, { name: "run" });
  yield {
    ...slice(run.name, runThread, 0, micros(spans.endedAt)),
    cat: "run",
    args: { outcome: spans.outcome ?? "unfinished", ...(spans.reason !== undefined && { reason: spans.reason }) },
  };
  for (const attempt of spans.attempts) {
    const { execution, step, queuedAt, dispatchedAt, endedAt, end } = attempt;
    const name = `${step}#${attempt.worker}`;
    let tid = threads.get(name);
    if (tid === undefined) {
      tid = runThread + 1 + threads.size;
      threads.set(name, tid);
      yield metadata("thread_name", tid, { name });
      yield metadata("thread_sort_index", tid, { sort_index: tid });
    }
    const cause = attempt.cause === undefined ? undefined : drawn.get(attempt.cause);
    const ts = Math.max(micros(dispatchedAt), ends.get(tid) ?? 0, cause?.end ?? 0);
    const own = slice(step, tid, ts, micros(endedAt) - ts);
    ends.set(tid, ts + own.dur);
    drawn.set(execution, { tid, ts, end: ts + own.dur });
    if (dispatchedAt > queuedAt) {
      const queue = { name: `${step}: ${waits[attempt.queuedFor]}`, cat: "queue", id: execution, pid, tid };
      yield { ...queue, ph: "b", ts: micros(queuedAt), args: { item: attempt.item, attempt: attempt.attempt } };
      yield { ...queue, ph: "e", ts };
    }
    yield {
      ...own,
      cat: "attempt",
      cname: colours[end],
      args: {
        execution,
        item: attempt.item,
        attempt: attempt.attempt,
        end,
        queueMs: dispatchedAt - queuedAt,
        ...(attempt.event !== undefined && { event: attempt.event }),
        ...(attempt.gateMs !== undefined && { gateMs: attempt.gateMs }),
        ...(attempt.failure && { failure: `${attempt.failure.name}: ${attempt.failure.message}` }),
        ...(attempt.host !== undefined && { within: attempt.host }),
      },
    };
    if (cause === undefined) continue;
    const arrow = { name: "hands on", cat: "flow", id: `${attempt.cause}-${execution}`, pid };
    // An arrow begins inside of the slice that it leaves.
    yield { ...arrow, ph: "s", tid: cause.tid, ts: cause.end - 1 };
    yield { ...arrow, ph: "f", bp: "e", tid, ts };
  }
  for (const { at, seq, text } of spans.moments) {
    yield { name: text, ph: "i", s: "p", cat: "run", pid, tid: runThread, ts: micros(at), args: { seq } };
  }
}

function metadata(name: string, tid: number, args: Readonly<Record<string, unknown>>): TraceEvent {
  return { name, ph: "M", pid, tid, args };
}

/** A slice without a length would not be drawn. */
function slice(name: string, tid: number, ts: number, dur: number) {
  return { name, ph: "X", pid, tid, ts, dur: Math.max(1, dur) } as const;
}
