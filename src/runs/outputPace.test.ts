import { expect, test } from "vitest";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import { paceOutput } from "./outputPace.ts";

const size = 256 * 1024;
const pieces = (count: number): OutputUpdate[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: "bytes",
    stream: "stdout",
    from: index * size,
    text: "x".repeat(size),
  }));

test("a burst is read over several frames, in its order, and nothing of it is lost", () => {
  let later: readonly OutputUpdate[] = [...pieces(10), { kind: "end" }];
  const read: OutputUpdate[] = [];
  let frames = 0;
  for (; later.length > 0; frames++) {
    const paced = paceOutput(later);
    read.push(...paced.now);
    later = paced.later;
  }
  expect(frames).toBe(3);
  expect(read).toEqual([...pieces(10), { kind: "end" }]);
});

test("of what nobody could read in time the oldest is one gap, and the newest and the end stay", () => {
  const { now, later } = paceOutput([...pieces(100), { kind: "end" }]);
  expect(now).toHaveLength(4);
  const [gap, ...rest] = later;
  expect(gap).toEqual({ kind: "gap", stream: "stdout", from: 4 * size, to: 68 * size });
  expect(rest).toEqual([...pieces(100).slice(68), { kind: "end" }]);
});
