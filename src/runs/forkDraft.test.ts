import { expect, test } from "vitest";
import type { Tick } from "../engine/tick.ts";
import type { ForkForeseen } from "../protocol/fork.ts";
import { changesAt, forkOf } from "./forkDraft.ts";

const at = { seq: 5, at: 1 };
const foreseen: ForkForeseen = {
  begins: [
    { item: "i1", step: "draft", attempt: 2, event: "Start", data: { n: 1 } },
    { item: "i2", step: "task", attempt: 1 },
    { item: "i3", step: "join", attempt: 1, event: "[2]" },
  ],
  asks: [],
  uncertain: [],
  misfits: [],
};

test("items with an event of their own can be changed; tasks and joins have none", () => {
  expect(changesAt({ ...at, kind: "pause-requested" }, foreseen)).toEqual([
    { kind: "none" },
    { kind: "item", item: "i1", step: "draft", event: "Start", value: { n: 1 } },
  ]);
});

test("the first tick may have another input: the fork begins before it", () => {
  const tick: Tick = { seq: 1, at: 1, kind: "run-started", input: { topic: "a" } };
  const [, input] = changesAt(tick, null);
  expect(input).toEqual({ kind: "input", value: { topic: "a" } });
  expect(input && forkOf(1, input, { topic: "b" })).toEqual({ seq: 0, input: { topic: "b" } });
});

test("another answer stands in the place of the one that was given", () => {
  const data = { ask: "i1.0", value: 3, choice: "yes", by: "person" };
  const tick: Tick = { ...at, kind: "event-added", event: { type: "Answer", data }, to: "review", by: "person" };
  const [, answer] = changesAt(tick, null);
  expect(answer).toMatchObject({ kind: "answer", step: "review", ask: "i1.0", value: { value: 3, choice: "yes" } });
  expect(answer && forkOf(5, answer, { value: 4, choice: "no" })).toEqual({
    seq: 4,
    answer: { step: "review", ask: "i1.0", value: 4, choice: "no" },
  });
});

test("so does another event from outside; what a step sent is the step's own", () => {
  const tick: Tick = { ...at, kind: "event-added", event: { type: "Nudge", data: 1 }, to: "a", by: "person" };
  const [, event] = changesAt(tick, null);
  expect(event && forkOf(5, event, 2)).toEqual({ seq: 4, event: { event: { type: "Nudge", data: 2 }, to: "a" } });
  const sent: Tick = { ...at, kind: "event-added", event: { type: "Nudge" }, from: { execution: "x1", index: 0 } };
  expect(changesAt(sent, null)).toEqual([{ kind: "none" }]);
});

test("an item's event is changed behind the tick", () => {
  const change = { kind: "item", item: "i1", step: "draft", event: "Start", value: 1 } as const;
  expect(forkOf(5, change, 2)).toEqual({ seq: 5, change: { item: "i1", data: 2 } });
});
