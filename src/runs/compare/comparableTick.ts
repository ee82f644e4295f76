import type { Result } from "../../engine/result.ts";
import type { TakesOver } from "../../engine/tick.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepId } from "../../workflow/workflow.ts";
import type { HistoryEntry } from "../historyAt.ts";

/** What of a tick two runs can agree about. */
export type TickPart =
  | "input"
  | "event"
  | "answer"
  | "sent"
  | "result"
  | "published"
  | "store"
  | "once"
  | "inner"
  | "timeout"
  | "cancel"
  | "lost"
  | "decision"
  | "changed";

/** A tick without what differs between any two runs: times, numbers, keys and whoever drove it. */
export interface ComparableTick {
  readonly seq: number;
  readonly part: TickPart;
  readonly step?: StepId;
  /** Equal texts: the same happened. */
  readonly text: string;
}

/** `null` for what says nothing about the work: sessions, timers, intents, pauses, and what was ignored. */
export function comparableTick(entry: HistoryEntry, runId: string): ComparableTick | null {
  if (entry.notices.some(({ kind }) => kind === "ignored")) return null;
  const said = partOf(entry);
  if (said === null) return null;
  const [part, content] = said;
  const { step, tick } = entry;
  const text = stableText([part, step ?? null, content]).replaceAll(runId, "this run");
  return { seq: tick.seq, part, ...(step !== undefined && { step }), text };
}

function partOf({ tick }: HistoryEntry): readonly [TickPart, unknown] | null {
  switch (tick.kind) {
    case "run-started":
      return ["input", [tick.input, tick.store, takenOver(tick.takesOver)]];
    case "event-added": {
      if (tick.from !== undefined) return ["sent", [tick.event, tick.to, tick.from.index]];
      return tick.event.type === "Answer"
        ? ["answer", withoutAsk(tick.event.data)]
        : ["event", [tick.event.type, tick.event.data, tick.to]];
    }
    case "instance-started":
      return ["inner", tick.input];
    case "execution-finished":
      return ["result", [tick.results.map(comparableResult), tick.retry !== undefined && tick.retry !== null]];
    case "event-published":
      return ["published", tick.event];
    case "store-changed":
      return ["store", [tick.path, tick.delete ? null : [tick.value]]];
    case "once-recorded":
      return ["once", [tick.key, tick.value]];
    case "waiter-timed-out":
    case "run-timed-out":
      return ["timeout", null];
    case "cancel-requested":
      return ["cancel", tick.reason];
    case "execution-lost":
      return ["lost", tick.never];
    case "recovery-decided":
      return ["decision", tick.decision];
    case "event-changed":
      return ["changed", tick.data];
    default:
      return null;
  }
}

/** A run that repeats another and takes over nothing of it does what any run does. */
function takenOver(takesOver: TakesOver | undefined): TakesOver["tasks"] | undefined {
  return takesOver === undefined || Object.keys(takesOver.tasks).length === 0 ? undefined : takesOver.tasks;
}

/** Stacks and the ids of waiters are of one run only. */
function comparableResult(result: Result): unknown {
  switch (result.kind) {
    case "fail":
      return ["fail", result.failure.name, result.failure.message, result.denied];
    case "wait":
      return ["wait", result.type, result.timeoutMs, result.ask && [result.ask.type, withoutAsk(result.ask.data)]];
    case "answered":
      return ["answered"];
    default:
      return result;
  }
}

function withoutAsk(data: Json | undefined): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  const { ask: _ask, by: _by, deadlineAt: _deadline, ...rest } = data as Readonly<Record<string, Json>>;
  return rest;
}

/** The same text for the same value, whatever the order of its keys. */
export function stableText(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === "object" && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? "undefined"
  );
}
