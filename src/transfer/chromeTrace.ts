import type { AttemptSpan, RunSpans, SpanEnd } from "./attemptSpans.ts";

/** An event of Chrome's trace format, as Perfetto and `chrome://tracing` read it. Times in microseconds. */
interface TraceEvent {
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

/**
 * The run as a trace-event file ("Trace Event Format", Google, 2016): a thread for each worker slot of a step, on
 * which its attempts are slices, the time before a dispatch as asynchronous slices beside them, and arrows from each
 * result to the attempts that work on it.
 */
export function chromeTrace(spans: RunSpans, run: { readonly id: string; readonly name: string }): ChromeTrace {
  const threads = new Map<string, number>();
  const events: TraceEvent[] = [
    metadata("process_name", runThread, run.name),
    metadata("thread_name", runThread, "run"),
  ];
  const micros = (at: number) => Math.round((at - spans.startedAt) * 1_000);
  const threadOf = ({ step, worker }: AttemptSpan): number => {
    const name = `${step}#${worker}`;
    const known = threads.get(name);
    if (known !== undefined) return known;
    const thread = runThread + 1 + threads.size;
    threads.set(name, thread);
    events.push(metadata("thread_name", thread, name), {
      ...metadata("thread_sort_index", thread, ""),
      args: { sort_index: thread },
    });
    return thread;
  };
  events.push({
    ...slice(run.name, runThread, 0, micros(spans.endedAt)),
    cat: "run",
    args: { outcome: spans.outcome ?? "unfinished", ...(spans.reason !== undefined && { reason: spans.reason }) },
  });
  const byId = new Map(spans.attempts.map((attempt) => [attempt.execution, attempt]));
  for (const attempt of spans.attempts) {
    const { execution, step, queuedAt, dispatchedAt, endedAt, end } = attempt;
    const tid = threadOf(attempt);
    const from = micros(dispatchedAt);
    if (dispatchedAt > queuedAt) {
      const queue = { name: `${step}: ${waits[attempt.queuedFor]}`, cat: "queue", id: execution, pid, tid };
      events.push(
        { ...queue, ph: "b", ts: micros(queuedAt), args: { item: attempt.item, attempt: attempt.attempt } },
        { ...queue, ph: "e", ts: from },
      );
    }
    events.push({
      ...slice(step, tid, from, micros(endedAt) - from),
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
    });
    const cause = attempt.cause === undefined ? undefined : byId.get(attempt.cause);
    if (cause === undefined) continue;
    const arrow = { name: "hands on", cat: "flow", id: `${cause.execution}-${execution}`, pid };
    // An arrow begins inside of the slice that it leaves.
    const leaves = Math.max(micros(cause.dispatchedAt), Math.min(micros(cause.endedAt), from) - 1);
    events.push({ ...arrow, ph: "s", tid: threadOf(cause), ts: leaves }, { ...arrow, ph: "f", bp: "e", tid, ts: from });
  }
  for (const { at, seq, text } of spans.moments) {
    events.push({ name: text, ph: "i", s: "p", cat: "run", pid, tid: runThread, ts: micros(at), args: { seq } });
  }
  return {
    displayTimeUnit: "ms",
    otherData: { run: run.id, startedAt: new Date(spans.startedAt).toISOString() },
    traceEvents: events,
  };
}

function metadata(name: string, tid: number, value: string): TraceEvent {
  return { name, ph: "M", pid, tid, args: { name: value } };
}

/** A slice without a length would not be drawn. */
function slice(name: string, tid: number, ts: number, dur: number): TraceEvent {
  return { name, ph: "X", pid, tid, ts, dur: Math.max(1, dur) };
}
