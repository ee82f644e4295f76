import { expect, test } from "vitest";
import type { Notice } from "../engine/notice.ts";
import { referenceTo } from "../engine/reference.ts";
import type { Json } from "../workflow/json.ts";
import { fateOf, goneAsks, noteAnswered, sentAnswer } from "./answerFate.ts";
import type { HistoryEntry } from "./historyAt.ts";
import type { OpenAsk } from "./needsYou.ts";

const ask = (name: string): OpenAsk => ({ step: "review", ask: name, question: "", choices: [] });

const answered = (seq: number, name: string, value: Json, notices: readonly Notice[] = []): HistoryEntry => ({
  tick: {
    seq,
    at: seq,
    kind: "event-added",
    event: { type: "Answer", data: { ask: name, value } },
    to: "review",
    by: "person",
  },
  notices,
});
const other: HistoryEntry = { tick: { seq: 1, at: 1, kind: "run-started", input: null }, notices: [] };
const nobody: Notice = { kind: "unhandled", type: "Answer" } as Notice;

test("a question is gone when it is not open any more, whoever answered it", () => {
  expect(goneAsks([ask("a"), ask("b")], [ask("b")]).map((each) => each.ask)).toEqual(["a"]);
});

test("what is answered on this page is remembered for its run", () => {
  noteAnswered("r", ask("a"), { value: 1 });
  expect([sentAnswer("r", ask("a")), sentAnswer("other", ask("a"))]).toEqual([{ value: 1 }, undefined]);
});

test("a question that went by an answer from elsewhere is said, with the answer", () => {
  const entries = [other, answered(2, "a", { ok: true })];
  expect(fateOf(ask("a"), undefined, entries, 1)).toEqual({ what: "elsewhere", said: '{"ok":true}' });
  expect(fateOf(ask("b"), undefined, entries, 1)).toBeNull();
});

test("[R37] of two answers the one that counted is said to who gave the other, and nothing to who gave it", () => {
  const entries = [other, answered(2, "a", 1), answered(3, "a", 2, [nobody])];
  expect(fateOf(ask("a"), { value: 2 }, entries, 1)).toEqual({ what: "first", said: "1" });
  expect(fateOf(ask("a"), { value: 1 }, entries, 1)).toBeNull();
  const large = [other, answered(2, "a", referenceTo(`sha256:${"0".repeat(64)}`, 100_000))];
  expect(fateOf(ask("a"), { value: "x" }, large, 1)).toBeNull();
});

test("[R39] [R41] an answer that no tick took came too late: its time was over, or the run", () => {
  const entries = [other, answered(2, "a", 2, [nobody])];
  expect(fateOf(ask("a"), { value: 2, choice: "no" }, entries, 1)).toEqual({ what: "late", said: "no" });
  expect(fateOf(ask("a"), undefined, entries, 1)).toBeNull();
});

test("an answer to the same question of an earlier round is not its own", () => {
  const entries = [answered(1, "a", 1), other];
  expect(fateOf(ask("a"), { value: 2 }, entries, 1)).toEqual({ what: "late", said: "2" });
});
