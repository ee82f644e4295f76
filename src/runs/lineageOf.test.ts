import { expect, test } from "vitest";
import type { RunSummary } from "../protocol/storedRun.ts";
import { lineageOf, originText } from "./lineageOf.ts";

function run(id: string, createdAt: number, from: Pick<RunSummary, "forkOf" | "retryOf"> = {}): RunSummary {
  return {
    id,
    name: "w",
    number: createdAt,
    lifecycle: "completed",
    outcome: "success",
    createdAt,
    seq: 3,
    needsYou: 0,
    ...from,
  };
}

const forkOf = (id: string, seq = 2) => ({ forkOf: { id, number: 1, seq } });

const runs = [
  run("fork of fork", 5, forkOf("fork")),
  run("second fork", 4, forkOf("first")),
  run("retry", 3, { retryOf: { id: "fork", number: 2 } }),
  run("fork", 2, forkOf("first")),
  run("first", 1),
  run("alone", 6),
];

test("a lineage is the same tree from each of its runs, children behind their parents, oldest first", () => {
  const tree = [
    ["first", 0],
    ["fork", 1],
    ["retry", 2],
    ["fork of fork", 2],
    ["second fork", 1],
  ];
  for (const id of ["first", "fork", "retry", "second fork"]) {
    expect(lineageOf(runs, id).map(({ run, depth }) => [run.id, depth])).toEqual(tree);
  }
});

test("a run without relatives has none, also when the run that it comes from was deleted", () => {
  expect(lineageOf(runs, "alone")).toEqual([]);
  expect(lineageOf([run("orphan", 1, forkOf("gone"))], "orphan")).toEqual([]);
  expect(lineageOf(runs, "nobody")).toEqual([]);
});

test("runs that name each other do not make a circle", () => {
  const circle = [run("a", 1, forkOf("b")), run("b", 2, forkOf("a"))];
  expect(lineageOf(circle, "a")).toHaveLength(2);
});

test("where a run comes from is said in a few words", () => {
  expect(originText(run("a", 1, forkOf("b", 7)))).toBe("fork of run 1 after tick 7");
  expect(originText(run("a", 1, forkOf("b", 0)))).toBe("fork of run 1, from its start");
  expect(originText(run("a", 1))).toBe(null);
});
