import { beforeAll, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { Database } from "./Database.ts";
import { createJournal } from "./journal.ts";
import { claimRun, createRun, loadHead } from "./runs.ts";
import { readTicks } from "./segments.ts";

interface StorageBuckets {
  open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
}

// In a bucket of its own: the browser remembers for a while how much space a bucket had left.
beforeAll(async () => {
  const { storageBuckets } = navigator as Navigator & { readonly storageBuckets: StorageBuckets };
  const bucket = await storageBuckets.open(`quota-${Date.now()}`);
  Object.defineProperty(globalThis, "indexedDB", { value: bucket.indexedDB, configurable: true });
});

test("[R80] a full disk is a failure with a sentence, and the same group holds when there is space again", async () => {
  const session = cdp();
  const { usage = 0 } = await navigator.storage.estimate();
  await session.send("Storage.overrideQuotaForOrigin", { origin: location.origin, quotaSize: usage + 1_000_000 });
  const database = new Database({ name: `quota-${crypto.randomUUID()}` });
  const summary = {
    id: "r",
    name: "w",
    number: 1,
    lifecycle: "running",
    outcome: null,
    createdAt: 0,
    seq: 1,
    needsYou: 0,
  } as const;
  const row = { id: "r", digest: "sha256:d", epoch: 0, engine: "1", summary, unfinished: 1 as const };
  await createRun(database, row, { format: "tickwork/workflow@1", name: "w", steps: {} });
  const head = await claimRun(database, "r", (claimed) => claimed);
  if (!head) throw new Error("no such run");
  const journal = createJournal({ database, run: head.run, summarize: () => summary });
  const state = { lifecycle: "running" } as RunState;
  const text = Array.from({ length: 200_000 }, () => Math.random().toString(36)).join("");
  const big: Tick[] = [{ seq: 2, at: 2, kind: "event-added", event: { type: "A", data: text } }];
  const full = await journal.append({ ticks: big, durability: "relaxed", state, snapshot: { big: true } });
  await session.send("Storage.overrideQuotaForOrigin", { origin: location.origin });
  expect(full).toMatchObject({ ok: false, failure: { kind: "quota", message: expect.stringContaining("full") } });
  expect(await readTicks(database, "r", 2, 9)).toEqual([]);
  expect((await loadHead(database, "r"))?.snapshot).toBe(undefined);
  expect(await journal.append({ ticks: big, durability: "relaxed", state })).toEqual({ ok: true });
  expect(await readTicks(database, "r", 2, 9)).toEqual(big);
  await database.close();
});
