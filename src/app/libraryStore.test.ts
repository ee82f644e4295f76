import { expect, test } from "vitest";
import type { RunSummary } from "../protocol/storedRun.ts";
import { applyLibraryUpdate, emptyLibrary, needsYou } from "./libraryStore.ts";

const run = (id: string, needsYou: number): RunSummary => ({
  id,
  name: id,
  number: 1,
  lifecycle: "running",
  outcome: null,
  createdAt: 0,
  seq: 1,
  needsYou,
});

test("an update replaces its own list only", () => {
  const first = applyLibraryUpdate(emptyLibrary, { kind: "runs", runs: [run("a", 1)], all: 1, version: 1 });
  const second = applyLibraryUpdate(first, { kind: "workflows", workflows: [] });
  expect(second.runs).toBe(first.runs);
  expect(second.workflows).toEqual([]);
});

test("what needs a person is counted over all runs", () => {
  expect(needsYou(null)).toBe(0);
  expect(needsYou([run("a", 2), run("b", 0), run("c", 1)])).toBe(3);
});
