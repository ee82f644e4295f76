import { afterEach, describe, expect, test } from "vitest";
import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Json } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { Database } from "./Database.ts";
import { addImportedArtifacts, addImportedTicks } from "./imports.ts";
import { createJournal } from "./journal.ts";
import { addOutputs } from "./outputs.ts";
import { addRequest, requestsOf } from "./requests.ts";
import { claimRun, createRun, deleteRunRows, listUnfinished, loadHead, loadRunRow, removeFence } from "./runs.ts";
import { eachTicks, eachTicksBack, readTicks } from "./segments.ts";
import { snapshotBefore } from "./snapshots.ts";

const workflow: Workflow = { format: "tickwork/workflow@1", name: "w", steps: {} };
const state: RunState = { lifecycle: "running" } as RunState;
let opened: Database[] = [];

afterEach(async () => {
  for (const database of opened) await database.close();
  opened = [];
});

function open(name = `journal-${crypto.randomUUID()}`): Database {
  const database = new Database({ name });
  opened.push(database);
  return database;
}

function summaryOf(id: string, seq: number, lifecycle: RunSummary["lifecycle"] = "running"): RunSummary {
  return { id, name: "w", number: 1, lifecycle, outcome: null, createdAt: 0, seq, needsYou: 0 };
}

function ticks(from: number, count: number, data: Json = null): Tick[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: 1_000 + from + index,
    kind: "event-added" as const,
    event: { type: "A", data },
  }));
}

async function newRun(database: Database, id = "r"): Promise<void> {
  const row = { id, digest: "sha256:d", epoch: 0, engine: "1", summary: summaryOf(id, 1), unfinished: 1 as const };
  expect(await createRun(database, row, workflow)).toEqual(row);
  await addImportedTicks(database, id, [{ seq: 1, at: 1_000, kind: "run-started", input: null }]);
}

async function own(database: Database, id = "r", lifecycle: RunSummary["lifecycle"] = "running") {
  const head = await claimRun(database, id, (claimed) => claimed);
  if (!head) throw new Error("no such run");
  return createJournal({ database, run: head.run, summarize: (_, last) => summaryOf(id, last.seq, lifecycle) });
}

test("a group is one packed value, and the journal gives its ticks back as they were", async () => {
  const database = open();
  await newRun(database);
  const journal = await own(database);
  const data = JSON.parse('{"__proto__":{"x":1},"constructor":[-0,1e21,"\\u0000é😀",[],{}],"":null}');
  expect(await journal.append({ ticks: ticks(2, 3, data), durability: "relaxed", state })).toEqual({ ok: true });
  expect(await journal.append({ ticks: ticks(5, 2), durability: "strict", state })).toEqual({ ok: true });
  const back = await readTicks(database, "r", 1, 99);
  expect(back.map((tick) => tick.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(JSON.stringify(back.slice(1))).toBe(JSON.stringify([...ticks(2, 3, data), ...ticks(5, 2)]));
  const stored = back[2] as Tick & { event: { data: { constructor: number[] } } };
  expect(Object.keys(stored.event.data)).toEqual(["__proto__", "constructor", ""]);
  expect(Object.is(stored.event.data.constructor[0], -0)).toBe(true);
  expect(await journal.read(4)).toEqual(back[3]);
  await expect(journal.read(7)).rejects.toThrow("no tick 7");
  expect((await readTicks(database, "r", 3, 5)).map((tick) => tick.seq)).toEqual([3, 4, 5]);
});

test("a value that storing would change is refused and nothing is written", async () => {
  const database = open();
  await newRun(database);
  const journal = await own(database);
  const bad: unknown[] = [
    { a: undefined },
    [undefined],
    Number.NaN,
    "\ud800",
    new Date(0),
    { a: [1, { "x/y": 1n }] },
    new Map(),
  ];
  for (const data of bad) {
    const appended = await journal.append({ ticks: ticks(2, 1, data as Json), durability: "relaxed", state });
    expect(appended).toMatchObject({ ok: false, failure: { kind: "other" } });
  }
  const nested = await journal.append({
    ticks: ticks(2, 1, { a: [1, { "x/y": 1n }] } as unknown as Json),
    durability: "relaxed",
    state,
  });
  expect(nested).toMatchObject({ failure: { message: expect.stringContaining("/0/event/data/a/1/x~1y") } });
  expect(await readTicks(database, "r", 2, 9)).toEqual([]);
});

test("the transaction of a group writes summary and snapshot and deletes its requests", async () => {
  const database = open();
  await newRun(database);
  const journal = await own(database);
  const request = await addRequest(database, "r", { kind: "tick", body: { kind: "pause-requested" } });
  const other = await addRequest(database, "r", { kind: "tick", body: { kind: "resume-requested" } });
  expect(await addRequest(database, "nobody", { kind: "tick", body: { kind: "pause-requested" } })).toBe(null);
  for (let n = 0; n < 4; n++) {
    const group = { ticks: ticks(2 + n, 1), durability: "relaxed" as const, state, snapshot: { n } };
    await journal.append(n === 3 ? { ...group, requests: [String(request)] } : group);
  }
  expect((await requestsOf(database, "r")).map((row) => row.id)).toEqual([other]);
  const head = await loadHead(database, "r");
  expect(head).toMatchObject({
    snapshot: { seq: 5, at: 1_005, state: { n: 3 } },
    ticks: [],
    // Its row is written when it changes, and with what the ticks' clock is a second later.
    run: { summary: { seq: 2 } },
  });
  const snapshots = await database.read(["snapshots"], (t) => t.objectStore("snapshots").getAllKeys());
  expect(snapshots).toEqual([
    ["r", 2],
    ["r", 4],
    ["r", 5],
  ]);
});

test("a snapshot of an older build, which is no text, is read as well", async () => {
  const database = open();
  await newRun(database);
  const snapshot = { at: 1_001, state: { n: 1 } };
  await database.write(["snapshots"], "relaxed", (t) => t.objectStore("snapshots").put(snapshot, ["r", 1]));
  expect(await loadHead(database, "r")).toMatchObject({ snapshot: { seq: 1, ...snapshot } });
  expect(await snapshotBefore(database, "r", 2)).toEqual({ seq: 1, ...snapshot });
});

test("a finished run leaves the index of those that somebody has to drive", async () => {
  const database = open();
  await newRun(database);
  await newRun(database, "other");
  expect(await listUnfinished(database)).toEqual(["other", "r"]);
  const journal = await own(database, "r", "completed");
  await journal.append({ ticks: ticks(2, 1), durability: "relaxed", state });
  expect(await listUnfinished(database)).toEqual(["other"]);
});

describe("fencing", () => {
  test("a commit of an earlier owner is refused and changes nothing", async () => {
    const database = open();
    await newRun(database);
    const first = await own(database);
    const second = await own(database);
    const late = await first.append({ ticks: ticks(2, 1), durability: "strict", state });
    expect(late).toMatchObject({ ok: false, failure: { kind: "fenced" } });
    expect(await readTicks(database, "r", 2, 9)).toEqual([]);
    expect(await second.append({ ticks: ticks(2, 1), durability: "strict", state })).toEqual({ ok: true });
    expect((await loadRunRow(database, "r"))?.epoch).toBe(2);
  });

  test("an owner in the midst of its commits is refused from the moment that another one claims the run", async () => {
    const database = open();
    await newRun(database);
    const first = await own(database);
    expect(await first.append({ ticks: ticks(2, 2), durability: "relaxed", state })).toEqual({ ok: true });
    expect(await first.append({ ticks: ticks(4, 1), durability: "relaxed", state })).toEqual({ ok: true });
    const second = await own(database);
    for (const durability of ["relaxed", "strict"] as const) {
      const late = await first.append({ ticks: ticks(5, 1, "late"), durability, state, snapshot: {} });
      expect(late).toMatchObject({
        failure: { kind: "fenced", message: expect.stringContaining("taken this run over") },
      });
    }
    expect(await readTicks(database, "r", 5, 9)).toEqual([]);
    expect(await second.append({ ticks: ticks(5, 1), durability: "relaxed", state })).toEqual({ ok: true });
    expect(await second.append({ ticks: ticks(6, 1), durability: "relaxed", state })).toEqual({ ok: true });
    const seen: number[] = [];
    for await (const piece of eachTicksBack(database, "r", 2)) seen.push(...piece.map(({ seq }) => seq).reverse());
    expect(seen).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test("a run that was claimed again and again without a commit is read and driven as before", async () => {
    const database = open();
    await newRun(database);
    await own(database);
    await own(database);
    const last = await own(database);
    for await (const piece of eachTicksBack(database, "r")) expect(piece).toHaveLength(1);
    expect((await loadHead(database, "r"))?.ticks).toHaveLength(1);
    // The answer to the first commit was lost: it is appended again.
    for (let times = 0; times < 2; times++)
      expect(await last.append({ ticks: ticks(2, 1), durability: "relaxed", state })).toEqual({ ok: true });
    expect(await readTicks(database, "r", 1, 9)).toHaveLength(2);
  });

  test("a segment is never overwritten, but a group that had been committed counts once", async () => {
    const database = open();
    await newRun(database);
    const journal = await own(database);
    await journal.append({ ticks: ticks(2, 2), durability: "relaxed", state });
    expect(await journal.append({ ticks: ticks(2, 2), durability: "relaxed", state })).toEqual({ ok: true });
    expect(await journal.append({ ticks: ticks(2, 2, "x"), durability: "relaxed", state })).toMatchObject({
      failure: { kind: "fenced" },
    });
    expect(await readTicks(database, "r", 1, 9)).toHaveLength(3);
  });

  test("a commit to a deleted run is refused", async () => {
    const database = open();
    await newRun(database);
    const journal = await own(database);
    await deleteRunRows(database, "r");
    const late = await journal.append({ ticks: ticks(2, 1), durability: "relaxed", state });
    expect(late).toMatchObject({ failure: { kind: "fenced", message: "The run was deleted." } });
    expect(await readTicks(database, "r", 1, 9)).toEqual([]);
  });

  test("so is one of an owner that had committed before, until nobody drives it any more", async () => {
    const database = open();
    await newRun(database);
    const journal = await own(database);
    await journal.append({ ticks: ticks(2, 3), durability: "relaxed", state });
    await deleteRunRows(database, "r");
    await deleteRunRows(database, "r");
    const late = await journal.append({ ticks: ticks(5, 1), durability: "relaxed", state });
    expect(late).toMatchObject({ failure: { kind: "fenced", message: "The run was deleted." } });
    const segments = () => database.read(["segments"], (t) => t.objectStore("segments").count());
    expect(await segments()).toBe(1);
    await removeFence(database, "r");
    expect(await segments()).toBe(0);
  });
});

test("deleting a run removes every row of it and nothing of its neighbours", async () => {
  const database = open();
  for (const id of ["r", "r2", "q"]) {
    await newRun(database, id);
    const journal = await own(database, id);
    await journal.append({ ticks: ticks(2, 3), durability: "relaxed", state, snapshot: [] });
    await addRequest(database, id, { kind: "treat-as-lost", execution: "x1" });
    await addImportedArtifacts(database, id, 0, [{ digest: "sha256:a", mediaType: "text/plain", bytes: 1 }]);
    await addOutputs(database, [{ runId: id, execution: "x1", stream: "log", from: 0, text: "hello" }]);
  }
  const count = async () => {
    const stores = ["runs", "definitions", "segments", "snapshots", "requests", "artifacts", "outputs"] as const;
    return database.read([...stores], (t) => Promise.all(stores.map((store) => t.objectStore(store).count())));
  };
  expect(await count()).toEqual([3, 3, 6, 3, 3, 3, 3]);
  expect(await deleteRunRows(database, "r")).toBe(true);
  await removeFence(database, "r");
  expect(await count()).toEqual([2, 2, 4, 2, 2, 2, 2]);
  expect(await deleteRunRows(database, "r")).toBe(false);
  for (const id of ["r2", "q"]) {
    await removeFence(database, id);
    await deleteRunRows(database, id);
    await removeFence(database, id);
  }
  expect(await count()).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("ten thousand segments are read whole and in pieces", { timeout: 60_000 }, async () => {
  const database = open();
  await newRun(database);
  await database.write(["segments"], "relaxed", async (transaction) => {
    const store = transaction.objectStore("segments");
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => store.add(ticks(2 + 2 * n, 2), ["r", 2 + 2 * n])));
  });
  expect((await loadHead(database, "r"))?.ticks).toHaveLength(20_001);
  expect((await readTicks(database, "r", 15_000, 15_002)).map((tick) => tick.seq)).toEqual([15_000, 15_001, 15_002]);
  let expected = 1;
  for await (const piece of eachTicks(database, "r", { size: 1_500 })) {
    for (const tick of piece) expect(tick.seq).toBe(expected++);
  }
  expect(expected).toBe(20_002);
  for await (const piece of eachTicksBack(database, "r", 1_500)) {
    for (const tick of piece.toReversed()) expect(tick.seq).toBe(--expected);
  }
  expect(expected).toBe(1);
});
