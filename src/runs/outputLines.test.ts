import { expect, test } from "vitest";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import { applyOutput, filterLog, noOutput, outputText, shownLines } from "./outputLines.ts";

const bytes = (from: number, text: string, stream: "stdout" | "stderr" = "stdout"): OutputUpdate => ({
  kind: "bytes",
  stream,
  from,
  text,
});

test("pieces become lines, streams keep apart, the open line is shown", () => {
  const state = applyOutput(noOutput, [bytes(0, "one\ntw"), bytes(0, "bad\n", "stderr"), bytes(6, "o\nthr")]);
  expect(outputText(state)).toBe("one\nbad\ntwo\nthr");
  expect(shownLines(state).map(({ stream }) => stream)).toEqual(["stdout", "stderr", "stdout", "stdout"]);
});

test("a stream that begins anew replaces itself and nothing else", () => {
  const first = applyOutput(noOutput, [bytes(0, "a\nb\n"), bytes(0, "e\n", "stderr")]);
  expect(outputText(applyOutput(first, [bytes(0, "a\nb\nc\n")]))).toBe("e\na\nb\nc");
});

test("bytes that were not kept are said, and so is output that is not there", () => {
  const state = applyOutput(noOutput, [
    bytes(0, "head\n"),
    { kind: "gap", stream: "stdout", from: 5, to: 1005 },
    bytes(1005, "tail"),
    { kind: "end" },
  ]);
  expect(outputText(state)).toBe("head\n[1000 bytes not kept]\ntail");
  expect(state.end).toBe("ended");
  expect(applyOutput(noOutput, [{ kind: "unavailable", reason: "gone" }]).end).toEqual({ unavailable: "gone" });
});

const log = (from: number, text: string, facts = {}): OutputUpdate => ({
  kind: "bytes",
  stream: "log",
  from,
  text,
  ...facts,
});

test("[R24] lines of a log have their level and time, also where only the kept text says the level", () => {
  const state = applyOutput(noOutput, [
    log(0, "plain\n", { at: 5, level: "info" }),
    log(6, "warn: careful\n", { at: 6, level: "warn" }),
    log(20, "error: from an import\n"),
    log(42, "error: said by console.log\n", { at: 7, level: "log" }),
  ]);
  expect(state.lines.map(({ level, at, spans }) => [level, at, spans[0]?.text])).toEqual([
    ["info", 5, "plain"],
    ["warn", 6, "careful"],
    ["error", undefined, "from an import"],
    ["log", 7, "error: said by console.log"],
  ]);
  expect(outputText(state)).toBe("plain\nwarn: careful\nerror: from an import\nerror: said by console.log");
});

test("a log is filtered by gravity and text", () => {
  const { lines } = applyOutput(noOutput, [log(0, "a note\n"), log(7, "warn: a risk\n"), log(20, "error: broken\n")]);
  const shown = (least: "debug" | "warn" | "error", text = "") =>
    filterLog(lines, { least, text }).map(({ spans }) => spans[0]?.text);
  expect(shown("debug")).toEqual(["a note", "a risk", "broken"]);
  expect(shown("warn")).toEqual(["a risk", "broken"]);
  expect(shown("debug", "A ")).toEqual(["a note", "a risk"]);
  expect(shown("error", "risk")).toEqual([]);
});

test("an output that goes on and on is held by its beginning and its end, with what was left out counted", () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");
  let state = applyOutput(noOutput, [bytes(0, numbered(0, 30_000))]);
  for (let from = 30_000; from < 300_000; from += 30_000)
    state = applyOutput(state, [bytes(from * 12, numbered(from, from + 30_000))]);
  const lines = shownLines(state);
  expect(lines.length).toBeLessThan(70_000);
  const texts = outputText(state).split("\n");
  expect([texts[0], texts.at(-1)]).toEqual(["line 0", "line 299999"]);
  const gaps = lines.flatMap(({ gap }) => gap ?? []);
  const all = numbered(0, 300_000).length;
  const shown = lines.reduce((sum, { spans }) => sum + spans.reduce((length, { text }) => length + text.length, 0), 0);
  // Each held line lost its line end on the way.
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(
    all - shown - lines.filter(({ gap }) => gap === undefined).length,
  );
});
