import type { OutputUpdate } from "../protocol/engineApi.ts";
import { type AnsiLine, type AnsiState, ansiStart, readAnsi } from "./ansi.ts";

export type OutputStream = "stdout" | "stderr" | "log";

export interface OutputLine {
  readonly stream: OutputStream;
  readonly spans: AnsiLine;
  /** Set for a gap: how many bytes were not kept. */
  readonly gap?: number;
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
        for (const spans of read.lines) lines.push({ stream: update.stream, spans });
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
  return { lines, streams, end };
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
    .map(({ spans, gap }) => (gap === undefined ? spans.map(({ text }) => text).join("") : `[${gap} bytes not kept]`))
    .join("\n");
}
