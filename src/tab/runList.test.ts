import { beforeEach, describe, expect, test } from "vitest";
import type { RunQuery } from "../protocol/runList.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { RunList } from "./runList.ts";

const newest: RunQuery = { order: "started", descending: true };

function run(id: number, more: Partial<RunSummary> = {}): RunSummary {
  return {
    id: `r${id}`,
    name: id % 3 === 0 ? "review" : "nightly build",
    number: id,
    lifecycle: "completed",
    outcome: "success",
    createdAt: 1_000 * id,
    endedAt: 1_000 * id + 7 * (id % 100),
    seq: 5,
    needsYou: 0,
    ...more,
  };
}

function listOf(count: number): RunList {
  const list = new RunList();
  for (let id = 1; id <= count; id++) list.set(run(id));
  return list;
}

test("runs that are about to be deleted are in no list, change meanwhile, and come back as they are then", () => {
  const list = listOf(5);
  const shown = () => list.page(newest, 0, 9).rows.map(({ id }) => id);
  list.hide(["r2", "r4", "ghost"], true);
  expect(shown()).toEqual(["r5", "r3", "r1"]);
  expect([list.size, list.told().length, list.get("r2")]).toEqual([3, 3, undefined]);
  list.set(run(2, { line: "later" }));
  list.remove("r4");
  list.hide(["r2", "r4"], false);
  expect(shown()).toEqual(["r5", "r3", "r2", "r1"]);
  expect(list.get("r2")?.line).toBe("later");
});

describe("a list of 10,000 runs", () => {
  let list: ReturnType<typeof listOf>;
  beforeEach(() => {
    list = listOf(10_000);
  });
  const numbers = (query: RunQuery, from = 0, to = 3) => list.page(query, from, to).rows.map(({ number }) => number);

  /** One that failed and has tags, and one that needs somebody. */
  function setTwoOthers(): void {
    list.set(run(77, { lifecycle: "completed", outcome: "failure", line: "Disk full" }));
    const { endedAt: _, ...open } = run(78, { lifecycle: "running", outcome: null, needsYou: 1 });
    list.set(open);
    list.setTags("r77", ["release", "keep"]);
  }

  test("gives the rows that are shown, not all", () => {
    const page = list.page(newest, 100, 150);
    expect(page).toMatchObject({ from: 100, matching: 10_000, all: 10_000 });
    expect(page.rows.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => 9_900 - i));
    expect(list.told().length).toBe(200);
  });

  test("tells besides the newest what needs somebody and what comes from another run", () => {
    const busy = listOf(1_000);
    busy.set(run(3, { lifecycle: "running", outcome: null, needsYou: 2 }));
    busy.set(run(4, { retryOf: { id: "r2", number: 2 } }));
    expect(
      busy
        .told()
        .slice(-2)
        .map(({ number }) => number),
    ).toEqual([4, 3]);
  });

  test("is narrowed by words, standing, workflow, tag and time, all together", () => {
    setTwoOthers();
    expect(numbers({ ...newest, text: "disk FULL" })).toEqual([77]);
    expect(numbers({ ...newest, text: "run 9999" })).toEqual([9_999]);
    expect(numbers({ ...newest, standing: "failed" })).toEqual([77]);
    expect(numbers({ ...newest, standing: "needs-you" })).toEqual([78]);
    expect(numbers({ ...newest, standing: "active" })).toEqual([78]);
    expect(numbers({ ...newest, tag: "release" })).toEqual([77]);
    expect(numbers({ ...newest, tag: "release", workflow: "review" })).toEqual([]);
    expect(list.page({ ...newest, since: 9_999_000 }, 0, 10).matching).toBe(2);
    expect(list.page(newest, 0, 1)).toMatchObject({
      workflows: [
        ["nightly build", 6_667],
        ["review", 3_333],
      ],
      tags: [
        ["release", 1],
        ["keep", 1],
      ],
    });
    expect(list.page({ ...newest, tag: "keep" }, 0, 1).rows[0]?.tags).toEqual(["release", "keep"]);
  });

  test("is ordered by start, duration, name and how a run stands, both ways", () => {
    setTwoOthers();
    expect(numbers({ order: "started", descending: false })).toEqual([1, 2, 3]);
    expect(numbers({ order: "duration", descending: true })).toEqual([78, 9_999, 9_899]);
    expect(numbers({ order: "name", descending: true })).toEqual([9_999, 9_996, 9_993]);
    expect(numbers({ order: "standing", descending: false }, 0, 2)).toEqual([78, 77]);
  });

  test("forgets a run that was deleted, with its tags", () => {
    setTwoOthers();
    const before = list.version;
    list.remove("r77");
    expect(list.version).toBeGreaterThan(before);
    expect(list.page({ ...newest, tag: "release" }, 0, 10)).toMatchObject({ matching: 0, all: 9_999, tags: [] });
  });
});
