import { expect, test } from "vitest";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import type { Tick } from "../engine/tick.ts";
import { createHistoryFeed } from "./historyFeed.ts";

const workflow = workflowOf({ a: { accepts: ["Start", "Again"], emits: { done: "Again" } } });

function journalOf(rounds: number): readonly Tick[] {
  const run = new PlayedRun(workflow);
  run.start();
  for (let round = 0; round < rounds; round++) run.finish(run.on("a"), [{ kind: "return", value: { type: "Again" } }]);
  return run.journal;
}

function feedOf(journal: readonly Tick[]) {
  const asked: (readonly [number, number])[] = [];
  const api = {
    readTicks: async (_run: string, from: number, to: number) => {
      asked.push([from, to]);
      return journal.slice(from - 1, to);
    },
  };
  let idles = 0;
  const feed = createHistoryFeed(api, "r", workflow, async () => {
    idles++;
    return 0;
  });
  return { feed, asked, idles: () => idles };
}

function until(feed: ReturnType<typeof createHistoryFeed>, seq: number): Promise<void> {
  return new Promise((resolve) => {
    if (feed.store.getState().seq >= seq) resolve();
    else feed.store.subscribe((state) => state.seq >= seq && resolve());
  });
}

test("a long journal is read in pages, and what has been read can be looked back at", async () => {
  const journal = journalOf(5_000);
  const { feed, asked } = feedOf(journal);
  feed.advance(journal.length);
  await until(feed, journal.length);
  expect(asked).toEqual([
    [1, 2000],
    [2001, 4000],
    [4001, 5001],
  ]);
  const { history, travel, upTo } = feed.store.getState();
  expect([history.seq, travel.seq, upTo]).toEqual([5001, 5001, 5001]);
  expect(travel.viewAt(2500).steps.a?.running).toBe(1);
});

test("ticks that come while a run goes on are added to what was read", async () => {
  const journal = journalOf(30);
  const { feed, asked } = feedOf(journal);
  feed.advance(10);
  await until(feed, 10);
  feed.advance(5);
  feed.advance(31);
  await until(feed, 31);
  expect(asked).toEqual([
    [1, 10],
    [11, 31],
  ]);
});

test("nothing is folded after the page was left", async () => {
  const { feed } = feedOf(journalOf(30));
  feed.advance(31);
  feed.stop();
  await Promise.resolve();
  expect(feed.store.getState().seq).toBe(0);
});
