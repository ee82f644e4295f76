import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { AppendResult, Journal, StorageFailure } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import type { Database, Writing } from "./Database.ts";
import { StorageError, storageFailureOf } from "./failure.ts";
import { rowsOfRun } from "./keys.ts";
import { keepValue, loadValue } from "./largeValues.ts";
import { loadRunRow } from "./runs.ts";
import type { RunRow } from "./schema.ts";
import { readTick, readTicks } from "./segments.ts";
import { snapshotRow } from "./snapshots.ts";
import { staleSnapshots } from "./staleSnapshots.ts";
import { refuseUnstorable } from "./storable.ts";

const journalStores = ["runs", "segments", "snapshots", "requests"] as const;
const valueStores = ["values", "valueUses"] as const;
type JournalStore = (typeof journalStores | typeof valueStores)[number];

/** The summary is written at least this often while ticks come in, by the ticks' own clock; ms. */
const summaryEveryMs = 1_000;

/**
 * The journal of a run that this tab owns under `run.epoch` (`claimRun`).
 *
 * Invariants
 * 1. One `append` is one transaction: segment, the large values that it names, snapshot, request deletions and summary
 *    row together, or nothing.
 * 2. The first segment replaces the fence of this owner, in a transaction that finds its epoch in the run's row. Every
 *    other is added, never put: a later owner, or the deletion of the run, has put a fence where it would stand, so
 *    that it is refused without a word of the epoch being read.
 * 3. A group that was committed although its `append` failed (the connection broke between commit and answer) is
 *    recognised when it is appended again, and counts once.
 */
export function createJournal(options: {
  readonly database: Database;
  readonly run: RunRow;
  /** The row's summary after a group. Called once per append, so it has to be cheap. */
  readonly summarize: (state: RunState, lastTick: Tick) => RunSummary;
  /** After a commit that wrote the summary row. */
  readonly onSummary?: (summary: RunSummary) => void;
}): Journal {
  const { database, summarize } = options;
  const { id: runId, epoch } = options.run;
  let row = options.run;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** The fence of this owner stands where its next segment goes. */
  let fenceStands = true;

  async function append(group: Parameters<Journal["append"]>[0]): Promise<AppendResult> {
    const first = group.ticks[0];
    const last = group.ticks.at(-1);
    if (!first || !last) return { ok: true };
    const key: [string, number] = [runId, first.seq];
    const summary = summarize(group.state, last);
    const writeRow =
      group.snapshot !== undefined || last.at - writtenAt >= summaryEveryMs || !sameButSeq(row.summary, summary);
    try {
      refuseUnstorable(group.ticks);
      if (fenceStands || writeRow || group.artifacts?.length || group.requests?.length) {
        await commitWhole(group, key, writeRow ? rowWith(row, summary) : undefined);
      } else {
        await database.addOne("segments", group.durability, group.ticks, key);
      }
    } catch (error) {
      const obstacle = isConstraint(error) ? await findObstacle(group.ticks, error) : storageFailureOf(error);
      if (obstacle) return { ok: false, failure: obstacle };
    }
    fenceStands = false;
    if (writeRow) {
      row = rowWith(row, summary);
      writtenAt = last.at;
      options.onSummary?.(summary);
    }
    return { ok: true };
  }

  function commitWhole(
    group: Parameters<Journal["append"]>[0],
    key: [string, number],
    newRow: RunRow | undefined,
  ): Promise<void> {
    const { ticks, snapshot, requests = [] } = group;
    const encoder = new TextEncoder();
    const values = (group.artifacts ?? []).map(({ digest, text }) => ({ digest, data: encoder.encode(text) }));
    const stores: JournalStore[] = values.length > 0 ? [...journalStores, ...valueStores] : [...journalStores];
    return database.write(stores, group.durability, async (transaction) => {
      const runs = transaction.objectStore("runs");
      const segments = transaction.objectStore("segments");
      if (fenceStands) {
        const why = whyReplaced(await runs.get(runId));
        if (why !== undefined) throw fenced(why);
      }
      const work: Promise<unknown>[] = [fenceStands ? segments.put(ticks, key) : segments.add(ticks, key)];
      for (const value of values) work.push(keepValue(transaction, runId, value));
      if (newRow) work.push(runs.put(newRow));
      for (const request of requests) work.push(transaction.objectStore("requests").delete(Number(request)));
      const last = ticks.at(-1);
      if (snapshot !== undefined && last)
        work.push(keepSnapshot(transaction.objectStore("snapshots"), runId, last, snapshot));
      await Promise.all(work);
    });
  }

  /** Why a segment stands already where that of this group goes; `undefined`: it is this very group (invariant 3). */
  async function findObstacle(ticks: readonly Tick[], refusal: unknown): Promise<StorageFailure | undefined> {
    const [first, last] = [ticks[0]?.seq ?? 0, ticks.at(-1)?.seq ?? 0];
    try {
      const there = await readTicks(database, runId, first, last);
      if (JSON.stringify(there) === JSON.stringify(ticks)) return undefined;
      const why = whyReplaced(await loadRunRow(database, runId));
      return why === undefined ? storageFailureOf(refusal) : { kind: "fenced", message: why };
    } catch (error) {
      return storageFailureOf(error);
    }
  }

  function whyReplaced(stored: RunRow | undefined): string | undefined {
    if (!stored) return "The run was deleted.";
    return stored.epoch === epoch ? undefined : "Another tab has taken this run over and drives it now.";
  }

  return {
    append,
    yields: true,
    async read(seq) {
      const tick = await readTick(database, runId, seq);
      if (!tick) throw new Error(`run ${runId} has no tick ${seq}`);
      return tick;
    },
    async artifact(digest) {
      return new TextDecoder().decode(await loadValue(database, runId, digest));
    },
  };
}

/** Of older snapshots a few stay (`staleSnapshots`). */
async function keepSnapshot(snapshots: SnapshotStore, runId: string, { seq, at }: Tick, state: Json): Promise<void> {
  const [older] = await Promise.all([
    snapshots.getAllKeys(rowsOfRun(runId)),
    snapshots.put(snapshotRow({ at, state }), [runId, seq]),
  ]);
  const before = older.map(([, of]) => of).filter((of) => of < seq);
  await Promise.all(staleSnapshots([...before, seq]).map((of) => snapshots.delete([runId, of])));
}

type SnapshotStore = ReturnType<Writing<"snapshots">["objectStore"]>;

function fenced(message: string): StorageError {
  return new StorageError({ kind: "fenced", message });
}

function rowWith(row: RunRow, summary: RunSummary): RunRow {
  const { unfinished: _, ...rest } = row;
  return { ...rest, summary, ...(summary.lifecycle !== "completed" && { unfinished: 1 as const }) };
}

function sameButSeq(a: RunSummary, b: RunSummary): boolean {
  const keys = Object.keys(a) as (keyof RunSummary)[];
  return keys.length === Object.keys(b).length && keys.every((key) => key === "seq" || a[key] === b[key]);
}

function isConstraint(error: unknown): boolean {
  return error instanceof StorageError && error.cause instanceof DOMException && error.cause.name === "ConstraintError";
}
