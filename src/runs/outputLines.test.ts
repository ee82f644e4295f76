import { expect, test } from "vitest";
import type { OutputUpdate } from "../protocol/engineApi.ts";
import { applyOutput, noOutput, outputText, shownLines } from "./outputLines.ts";

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
