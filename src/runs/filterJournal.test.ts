import { expect, test } from "vitest";
import type { Tick } from "../engine/tick.ts";
import { filterJournal, placeOf } from "./filterJournal.ts";
import type { HistoryEntry } from "./historyAt.ts";

const entries: HistoryEntry[] = [
  { tick: { seq: 1, at: 0, kind: "run-started", input: null }, notices: [] },
  { tick: { seq: 2, at: 1, kind: "wake-up", item: "i1" }, notices: [], step: "a" },
  { tick: { seq: 3, at: 2, kind: "pause-requested", reason: "lunch" } as Tick, notices: [] },
];
const context = { title: () => "Read the log", attempt: () => undefined };
const found = (text: string, step: string | null = null) =>
  filterJournal(entries, { text, step }, context).map(({ tick }) => tick.seq);

test("every word must be in the line, the kind or the number", () => {
  expect(found("")).toEqual([1, 2, 3]);
  expect(found("LUNCH paused")).toEqual([3]);
  expect(found("wake")).toEqual([2]);
  expect(found("log delay")).toEqual([2]);
  expect(found("lunch log")).toEqual([]);
});

test("a step shows only its own ticks", () => {
  expect(found("", "a")).toEqual([2]);
});

test("a tick is found by its number, also among filtered ones", () => {
  expect(entries.map(({ tick }) => placeOf(entries, tick.seq))).toEqual([0, 1, 2]);
  const some = entries.filter(({ tick }) => tick.seq !== 2);
  expect([1, 2, 3, 4].map((seq) => placeOf(some, seq))).toEqual([0, -1, 1, -1]);
});
