import type { Failure } from "../engine/failure.ts";
import type { Notice } from "../engine/notice.ts";
import { bytesOf, isReference } from "../engine/reference.ts";
import type { Exit, Result } from "../engine/result.ts";
import type { Decision, Tick } from "../engine/tick.ts";
import type { HookReport } from "../protocol/hooks.ts";
import { formatBytes, formatDuration, formatTime, plural } from "../ui/format.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { isJsonObject, type Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";
import type { HistoryEntry } from "./historyAt.ts";

/** What a line of the journal means; each has a colour and an icon. */
export type LineTone = "plain" | "ok" | "bad" | "wait" | "run";

export interface JournalLine {
  readonly tone: LineTone;
  /** One sentence, without a full stop. */
  readonly text: string;
}

export interface LineContext {
  title(step: StepId): string;
  attempt(execution: string): Pick<Attempt, "step" | "returned" | "awakeSince"> | undefined;
  /** Of an item that has begun. */
  stepOf?(item: string): StepId | undefined;
  /** The run that this one tries again, as far as it is known here. */
  readonly retryOf?: { readonly id: string; readonly number: number } | undefined;
  /** What came of the call of a hook, by the tick that announced it; `undefined`: nobody here knows. */
  hookReport?(seq: number): HookReport | undefined;
}

/** Says in one line what a tick means for a person. */
export function journalLine(entry: HistoryEntry, context: LineContext): JournalLine {
  const line = withParked(tickLine(entry, context), entry);
  // An answer that came too early or too late has a sentence of its own.
  const lost = entry.notices.flatMap((notice) =>
    notice.kind === "unhandled" && notice.type !== "Answer" ? [notice] : [],
  );
  const [first] = lost;
  if (first === undefined) return line;
  const types = [...new Set(lost.map(({ type }) => type))].join(", ");
  const text = `${line.text}; nobody took ${types}${because(first.reason)}`;
  return { tone: line.tone === "bad" ? "bad" : "wait", text };
}

/** Whose successes it took over (T26). */
function takenOver({ takesOver }: Extract<Tick, { kind: "run-started" }>, { title, retryOf }: LineContext): string {
  if (takesOver === undefined) return "";
  const { run } = takesOver;
  const name = retryOf?.id === run ? retryOf.number : run.length > 2 * shortId ? `${run.slice(0, shortId)}…` : run;
  const tasks = Object.keys(takesOver.tasks).map((step) => title(step));
  return tasks.length === 0 ? `; it repeats run ${name}` : `; it took over ${tasks.join(", ")} from run ${name}`;
}

/** Characters of a run's id by which a person tells it from others. */
const shortId = 8;

/** The steps for which their pinned outputs stood. */
function pinnedIn({ pins = [] }: Extract<Tick, { kind: "run-started" }>, { title }: LineContext): string {
  return pins.length === 0 ? "" : `; with pins: ${pins.map((step) => title(step)).join(", ")}`;
}

function withParked(line: JournalLine, { notices }: HistoryEntry): JournalLine {
  if (!notices.some(({ kind }) => kind === "parked")) return line;
  return { tone: line.tone, text: `${line.text}; it waits for a person` };
}

function tickLine(entry: HistoryEntry, context: LineContext): JournalLine {
  const { tick } = entry;
  const title = entry.step === undefined ? "A step" : context.title(entry.step);
  switch (tick.kind) {
    case "run-started":
      return {
        tone: "run",
        text: `The run began${isEmpty(tick.input) ? "" : ` with ${brief(tick.input)}`}${takenOver(tick, context)}${pinnedIn(tick, context)}`,
      };
    case "session-started":
      return { tone: "plain", text: sessions[tick.reason] };
    case "run-forked":
      return { tone: "run", text: `Forked here from run ${tick.of.number}, after its tick ${tick.of.seq}` };
    case "event-changed":
      return { tone: "wait", text: changedText(tick, entry.step ?? context.stepOf?.(tick.item), context) };
    case "event-added":
      return eventLine({ tick, notices: entry.notices }, title, context);
    case "execution-started":
      return { tone: "run", text: `${title}: the runner is asked to start it` };
    case "instance-started":
      return {
        tone: "run",
        text: `${title}: its workflow begins${isEmpty(tick.input) ? "" : ` with ${brief(tick.input)}`}`,
      };
    case "execution-finished":
      return finishedLine(tick, title, context.attempt(tick.execution));
    case "event-published":
      return { tone: "plain", text: `${title} published ${tick.event.type}` };
    case "store-changed": {
      const place = tick.path.join(".") || "the store";
      return {
        tone: "plain",
        text: tick.delete ? `${title} deleted ${place}` : `${title} set ${place} to ${brief(tick.value)}`,
      };
    }
    case "once-recorded":
      return { tone: "plain", text: `${title} keeps “${tick.key}” for later attempts: ${brief(tick.value)}` };
    case "wake-up":
      return { tone: "plain", text: `${title}: the delay is over` };
    case "waiter-timed-out":
      // A delay, or a deadline before which nothing came: what follows from it stands in the step's result.
      return { tone: "plain", text: `${title}: the time to wait is over` };
    case "run-timed-out":
      return { tone: "bad", text: "The time limit of the run was reached" };
    case "pause-requested":
      return { tone: "wait", text: `The run was paused${because(tick.reason)}` };
    case "resume-requested":
      return { tone: "run", text: "The run goes on" };
    case "breakpoints-set": {
      const { steps, events } = tick.breakpoints;
      const places = [...steps.map((step) => context.title(step)), ...events];
      return {
        tone: "plain",
        text: places.length === 0 ? "The run stops nowhere any more" : `The run stops before ${places.join(", ")}`,
      };
    }
    case "step-requested":
      return { tone: "run", text: `One step, by hand${begunBy(entry, context)}` };
    case "cancel-requested":
      return {
        tone: "bad",
        text: `${tick.step === undefined ? "The run" : title} is to be cancelled${because(tick.reason)}`,
      };
    case "cancel-acknowledged":
      return { tone: "plain", text: "Everything that was running has stopped" };
    case "execution-lost":
      return tick.never
        ? { tone: "plain", text: `${title} had not begun; it is started anew` }
        : { tone: "bad", text: `${title}: nobody knows how it ended${because(tick.cause)}` };
    case "recovery-decided":
      return { tone: "wait", text: `${title}: ${personName(tick.by)} decided that ${decisionText(tick)}` };
    case "hook-observed":
      return hookLine(tick, context);
    default:
      return assertNever(tick);
  }
}

/** The step of an item that has not begun is not known yet. */
function changedText(
  { by, data }: Extract<Tick, { kind: "event-changed" }>,
  step: StepId | undefined,
  { title }: LineContext,
): string {
  const whose = step === undefined ? "an event that waits" : `the event of ${title(step)}`;
  return `${capital(personName(by))} changed ${whose} to ${brief(data)}`;
}

/** Who did something by hand, within a sentence. */
function personName(by: string): string {
  return by === "person" ? "a person" : by;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** What began with a step by hand. */
function begunBy({ notices }: HistoryEntry, { title }: LineContext): string {
  const begun = notices.find((notice) => notice.kind === "running");
  return begun === undefined ? "; nothing was there to begin" : `: ${title(begun.step)}`;
}

function hookLine(
  { hook, observed, seq }: Extract<Tick, { kind: "hook-observed" }>,
  context: LineContext,
): JournalLine {
  const report = context.hookReport?.(seq);
  const text = `The hook ${hook} is told: ${observedText(observed, context)}`;
  if (report === undefined) return { tone: "plain", text };
  return { tone: hookTones[report.state], text: `${text}; ${report.said.replace(/\.$/, "")}` };
}

/** The tick names the step by its id, and its execution. */
function observedText(observed: string, { title }: LineContext): string {
  const [, moment, step] = /^step (started|finished) (\S+)/.exec(observed) ?? [];
  return moment === undefined || step === undefined ? observed : `${title(step)} ${moment}`;
}

const hookTones = { calling: "run", done: "plain", failed: "wait" } as const satisfies Record<
  HookReport["state"],
  LineTone
>;

const sessions = {
  load: "The page was loaded again; the run goes on where it stood",
  takeover: "Another tab took the run over",
  import: "The run was continued from a log",
  crash: "The engine was started again; the run goes on where it stood",
} as const satisfies Record<Extract<Tick, { kind: "session-started" }>["reason"], string>;

const decisions = {
  rerun: "it runs again",
  failed: "it failed",
  succeeded: "it succeeded",
} as const satisfies Record<Decision["kind"], string>;

function decisionText({ decision, item }: Extract<Tick, { kind: "recovery-decided" }>): string {
  if (item !== undefined && decision.kind === "failed") return "the item is given up";
  return decisions[decision.kind];
}

function eventLine(
  { tick, notices }: { readonly tick: Extract<Tick, { kind: "event-added" }>; readonly notices: readonly Notice[] },
  title: string,
  context: LineContext,
): JournalLine {
  const { event, from, by, to } = tick;
  const data = isJsonObject(event.data) ? event.data : {};
  if (event.type === "Answer" && from === undefined) {
    const said = typeof data.choice === "string" ? data.choice : brief(data.value);
    // Before its question, or behind another answer or the deadline: nobody waited for it (R5, R37).
    if (notices.some(({ kind }) => kind === "unhandled" || kind === "ignored"))
      return {
        tone: "wait",
        text: `${title}: an answer came while its question was not open, and changed nothing: ${said}`,
      };
    return { tone: "wait", text: `${title} was answered: ${said}${by === undefined ? "" : ` (${by})`}` };
  }
  const sender = from && context.attempt(from.execution);
  const who = sender ? context.title(sender.step) : by === undefined ? "From outside" : capital(personName(by));
  const target = to === undefined ? "" : ` to ${context.title(to)}`;
  return {
    tone: "plain",
    text: `${who}${sender || by ? " sent" : ":"} ${event.type}${target}${event.data === undefined ? "" : ` with ${brief(event.data)}`}`,
  };
}

function finishedLine(
  tick: Extract<Tick, { kind: "execution-finished" }>,
  title: string,
  attempt: Pick<Attempt, "returned" | "awakeSince"> | undefined,
): JournalLine {
  const find = <K extends Result["kind"]>(kind: K): Extract<Result, { kind: K }> | undefined =>
    tick.results.find((result): result is Extract<Result, { kind: K }> => result.kind === kind);
  const fail = find("fail");
  if (fail) {
    const next = tick.retry ? `; again in ${formatDuration(tick.retry.retryAfterMs)}` : "";
    return {
      tone: "bad",
      text: `${title} ${fail.denied ? "was denied" : "failed"}: ${failureText(fail.failure)}${next}`,
    };
  }
  if (find("cancelled")) return { tone: "bad", text: `${title} was cancelled` };
  const wait = tick.results.findLast((result) => result.kind === "wait");
  if (wait?.kind === "wait") {
    if (wait.type === "Answer") return { tone: "wait", text: `${title} asks a person and waits` };
    return { tone: "wait", text: `${title} waits${waitedFor(wait)}` };
  }
  const list = find("each");
  if (list) {
    const { length } = list.elements;
    return { tone: "plain", text: `${title} begins for each of ${length} ${length === 1 ? "element" : "elements"}` };
  }
  const exit = find("exit");
  const returned = attempt?.returned;
  const gave =
    returned === undefined
      ? ""
      : typeof returned === "number"
        ? ` and handed on ${plural(returned, "event")}`
        : ` and handed on ${returned}`;
  const sets = tick.results.flatMap((result) => (result.kind === "set" ? [result.path.join(".")] : []));
  const stored = sets.length === 0 ? "" : `, and set ${sets.join(", ")}`;
  return {
    tone: "ok",
    text: `${title} succeeded${exit ? ` (${exitText(exit.exit)})` : ""}${tookText(tick, attempt)}${gave}${stored}`,
  };
}

/** What waited took the whole time since it began: its last part, behind the answer, takes none. */
function tookText(
  { started, ended, at }: Extract<Tick, { kind: "execution-finished" }>,
  attempt: Pick<Attempt, "awakeSince"> | undefined,
): string {
  if (attempt?.awakeSince !== undefined) return ` ${formatDuration((ended ?? at) - attempt.awakeSince)} after it began`;
  const ms = started !== undefined && ended !== undefined ? ended - started : 0;
  return ms > 0 ? ` in ${formatDuration(ms)}` : "";
}

/** A delay waits for nothing but the clock. */
function waitedFor({ type, timeoutMs, dueAt }: Extract<Result, { kind: "wait" }>): string {
  if (type !== "delay") return ` for ${type}`;
  if (dueAt !== undefined) return ` until ${formatTime(dueAt)}`;
  return timeoutMs === undefined ? "" : ` for ${formatDuration(timeoutMs)}`;
}

export function exitText(exit: Exit): string {
  if (typeof exit === "string")
    return exit === "timeout"
      ? "stopped at its time limit"
      : exit === "cancellation"
        ? "cancelled"
        : "ended abnormally";
  return "code" in exit ? `exit ${exit.code}` : `ended by ${exit.signal}`;
}

/** The first line of what went wrong; the whole is in the details. */
export function failureText(failure: Failure): string {
  const line = failure.message.split("\n", 1)[0]?.trim() ?? "";
  return cut(line === "" ? failure.name : line, 200);
}

/** A value in a few words; never more than a line. */
export function brief(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `“${cut(value.replaceAll(/\s+/g, " "), 60)}”`;
  if (isReference(value)) return `${formatBytes(bytesOf(value))} of JSON`;
  const sizes = (_: string, member: unknown) =>
    isReference(member) ? `… ${formatBytes(bytesOf(member))} of JSON` : member;
  return cut(JSON.stringify(value, sizes), 80);
}

function cut(text: string, length: number): string {
  const chars = [...text.slice(0, length * 2 + 2)];
  return chars.length > length ? `${chars.slice(0, length - 1).join("")}…` : text;
}

function because(reason: string | undefined): string {
  return reason === undefined || reason === "" ? "" : `: ${reason}`;
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
