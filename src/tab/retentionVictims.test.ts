import { expect, test } from "vitest";
import type { Retention } from "../protocol/runList.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { retentionVictims } from "./retentionVictims.ts";

const day = 86_400_000;
const now = 100 * day;

function run(id: string, ageDays: number, more: Partial<RunSummary> = {}): RunSummary {
  const base = { id, workflowId: "w", name: "one", number: 1, seq: 3, needsYou: 0 };
  return { ...base, lifecycle: "completed", outcome: "success", createdAt: now - ageDays * day, ...more };
}

const runs = [
  run("new", 1),
  run("week", 7),
  run("month", 31),
  run("kept", 60),
  run("open", 90, { lifecycle: "paused", outcome: null }),
  run("other", 90, { workflowId: "v" }),
];
const victims = (rule: Retention) =>
  retentionVictims(runs, (id) => (id === "kept" ? ["keep"] : ["x"]), rule, now).map(({ id }) => id);

test("without a rule every run stays", () => {
  expect(victims({})).toEqual([]);
});

test("the newest of each workflow stay, whatever is unfinished or tagged keep stays too", () => {
  expect(victims({ keepLast: 2 })).toEqual(["month"]);
  expect(victims({ keepLast: 0 })).toEqual(["other", "month", "week", "new"]);
});

test("what is young stays; a run that either rule keeps stays", () => {
  expect(victims({ days: 30 })).toEqual(["other", "month"]);
  expect(victims({ days: 30, keepLast: 1 })).toEqual(["month"]);
  expect(victims({ days: 0, keepLast: 2 })).toEqual(["month"]);
});
