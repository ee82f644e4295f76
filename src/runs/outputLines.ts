import type { LogLevel, OutputUpdate } from "../protocol/runUpdate.ts";
import { type AnsiLine, type AnsiState, ansiStart, readAnsi } from "./ansi.ts";

export type OutputStream = "stdout" | "stderr" | "log";

export interface OutputLine {
  readonly stream: OutputStream;
  readonly spans: AnsiLine;
  /** Set for a gap: how many bytes were not kept. */
  readonly gap?: number;
  /** Of a log: when it was written, epoch ms, when that is known. */
  readonly at?: number;
  /** Of a log. */
  readonly level?: LogLevel;
}

/** The output of one execution as lines, in the order in which it arrived. */
export interface OutputState {
  readonly lines: readonly OutputLine[];
  readonly streams: Readonly<Partial<Record<OutputStream, { readonly ansi: AnsiState; readonly from: number }>>>;
  readonly end: "open" | "ended" | { readonly unavailable: string };
}

export const noOutput: OutputState = { lines: [], streams: {}, end: "open" };

/** Takes updates together, so that a burst copies the list once. */
export function applyOutput(state: OutputState, updates: readonly OutputUpdate[]): OutputState {
  let lines = [...state.lines];
  const streams = { ...state.streams };
  let end = state.end;
  for (const update of updates) {
    switch (update.kind) {
      case "bytes": {
        const before = streams[update.stream];
        // After the engine was started again the stream begins anew: what stood here of it is replaced.
        const again = before !== undefined && update.from <= before.from;
        if (again) lines = lines.filter(({ stream }) => stream !== update.stream);
        const read = readAnsi(again || before === undefined ? ansiStart : before.ansi, update.text);
        const more = update.stream === "log" ? logFacts(update) : undefined;
        for (const spans of read.lines) lines.push(logLine({ stream: update.stream, spans }, more));
        streams[update.stream] = { ansi: read.state, from: update.from };
        break;
      }
      case "gap":
        lines.push({ stream: update.stream, spans: [], gap: update.to - update.from });
        break;
      case "end":
        end = "ended";
        break;
      case "unavailable":
        end = { unavailable: update.reason };
        break;
    }
  }
  return { lines: withoutMiddle(lines), streams, end };
}

/** So many lines are held from the beginning, and so many from the end, of an output that goes on and on. */
const heldLines = { first: 5_000, last: 45_000 };
/** How far it may grow beyond them before the middle goes, so that it does not go with every piece. */
const spare = 10_000;

/** A command may print for hours; the page holds what somebody would look at, and says how much it left out. */
function withoutMiddle(lines: OutputLine[]): OutputLine[] {
  const { first, last } = heldLines;
  if (lines.length <= first + last + spare) return lines;
  const left = lines.slice(first, -last);
  const gap = left.reduce((sum, line) => sum + (line.gap ?? bytesOf(line)), 0);
  return [...lines.slice(0, first), { stream: left[0]?.stream ?? "stdout", spans: [], gap }, ...lines.slice(-last)];
}

/** Nearly: characters beyond ASCII have more bytes. */
function bytesOf({ spans }: OutputLine): number {
  return spans.reduce((sum, { text }) => sum + text.length, 1);
}

interface LogFacts {
  readonly at?: number;
  readonly level?: LogLevel;
}

function logFacts({ at, level }: Extract<OutputUpdate, { kind: "bytes" }>): LogFacts {
  return { ...(at !== undefined && { at }), ...(level !== undefined && { level }) };
}

/** Kept logs name the level of a line before its text; shown it stands apart. */
function logLine(line: OutputLine, facts: LogFacts | undefined): OutputLine {
  if (facts === undefined) return line;
  const [first, ...rest] = line.spans;
  const [prefix, named] = /^(debug|warn|error): /.exec(first?.text ?? "") ?? [];
  if (first === undefined || prefix === undefined || (facts.level !== undefined && facts.level !== named))
    return { ...line, level: "log", ...facts };
  const spans = [{ ...first, text: first.text.slice(prefix.length) }, ...rest];
  return { ...line, ...facts, level: named as LogLevel, spans };
}

/** Lines as grave as `least` or more that hold the text; gaps always stay. */
export function filterLog(
  lines: readonly OutputLine[],
  filter: { readonly least: LogLevel; readonly text: string },
): readonly OutputLine[] {
  const wanted = filter.text.trim().toLowerCase();
  const least = gravity[filter.least];
  if (wanted === "" && least === 0) return lines;
  return lines.filter(({ spans, gap, level }) => {
    if (gap !== undefined) return true;
    if (gravity[level ?? "log"] < least) return false;
    return wanted === "" || textOf(spans).toLowerCase().includes(wanted);
  });
}

const gravity: Readonly<Record<LogLevel, number>> = { debug: 0, log: 1, info: 1, warn: 2, error: 3 };

function textOf(spans: AnsiLine): string {
  return spans.map(({ text }) => text).join("");
}

/** All lines with those that are still open at the end of their streams. */
export function shownLines(state: OutputState): readonly OutputLine[] {
  const open = Object.entries(state.streams).flatMap(([stream, { ansi }]) =>
    ansi.open.length > 0 ? [{ stream: stream as OutputStream, spans: ansi.open }] : [],
  );
  return open.length === 0 ? state.lines : [...state.lines, ...open];
}

export function outputText(state: OutputState): string {
  return shownLines(state)
    .map(({ spans, gap, level }) => {
      if (gap !== undefined) return `[${gap} bytes not kept]`;
      return `${level === undefined || gravity[level] === 1 ? "" : `${level}: `}${textOf(spans)}`;
    })
    .join("\n");
}
