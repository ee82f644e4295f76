import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { AppendResult, Journal, StorageFailure } from "../runtime/world.ts";
import { type BlindWrites, blindWritesOf, type Database } from "./Database.ts";
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
type JournalGroup = Parameters<Journal["append"]>[0];
type JournalStore = (typeof journalStores)[number];

/** What a commit writes beside its group. */
interface Beside {
  readonly key: [string, number];
  /** The run's row, if it is written. */
  readonly row: RunRow | undefined;
}

/** The summary is written at least this often while ticks come in, by the ticks' own clock; ms. */
const summaryEveryMs = 1_000;

/**
 * The journal of a run that this tab owns under `run.epoch` (`claimRun`).
 *
 * Invariants
 * 1. One `append` is one transaction: segment, the large values that it names, snapshot, request deletions and summary
 *    row together, or nothing.
 * 2. The first segment replaces the fence of this owner, in a transaction that finds its epoch in the run's row; if it is
 *    `session` alone, it stands there since the claim, and only the epoch is looked at. Every other is added, never put: a later owner, or the deletion of the run, has put a fence where it would stand, so
 *    that it is refused without a word of the epoch being read.
 * 3. A group that was committed although its `append` failed (the connection broke between commit and answer) is
 *    recognised when it is appended again, and counts once.
 */
export function createJournal(options: {
  readonly database: Database;
  readonly run: RunRow;
  /** The tick that the claim wrote as fence. */
  readonly session?: Tick | undefined;
  /** The row's summary after a group. Called once per append, so it has to be cheap. */
  readonly summarize: (state: RunState, lastTick: Tick) => RunSummary;
  /** After a commit that wrote the summary row. */
  readonly onSummary?: (summary: RunSummary) => void;
}): Journal {
  const { database, session, summarize } = options;
  const { id: runId, epoch } = options.run;
  let row = options.run;
  let writtenAt = Number.NEGATIVE_INFINITY;
  /** The fence of this owner stands where its next segment goes. */
  let fenceStands = true;
  /** Ticks of the run's snapshots in order; `undefined`: not read yet. */
  let snapshotsAt: readonly number[] | undefined;

  async function append(group: JournalGroup): Promise<AppendResult> {
    const first = group.ticks[0];
    const last = group.ticks.at(-1);
    if (!first || !last) return { ok: true };
    const key: [string, number] = [runId, first.seq];
    const summary = summarize(group.state, last);
    if (fenceStands && session && isAlone(session, group) && sameButSeq(row.summary, summary)) {
      return stand(last.at);
    }
    const writeRow = last.at - writtenAt >= summaryEveryMs || !sameButSeq(row.summary, summary);
    try {
      refuseUnstorable(group.ticks);
      snapshotsAt = await commit(group, { key, row: writeRow ? rowWith(row, summary) : undefined });
    } catch (error) {
      const obstacle = isConstraint(error) ? await findObstacle(group.ticks, error) : storageFailureOf(error);
      if (obstacle) return { ok: false, failure: obstacle };
      // It is there already, perhaps with a snapshot that nobody counted.
      snapshotsAt = undefined;
    }
    fenceStands = false;
    if (writeRow) {
      row = rowWith(row, summary);
      writtenAt = last.at;
      options.onSummary?.(summary);
    }
    return { ok: true };
  }

  /** The tick of the claim is acted on only by whom the run is still: much may have happened since. */
  async function stand(at: number): Promise<AppendResult> {
    try {
      const why = whyReplaced(await loadRunRow(database, runId));
      if (why !== undefined) return { ok: false, failure: { kind: "fenced", message: why } };
    } catch (error) {
      return { ok: false, failure: storageFailureOf(error) };
    }
    fenceStands = false;
    writtenAt = at;
    return { ok: true };
  }

  /**
   * The transaction begins at once: an owner that lets go of the run has none to come, which a deletion would not meet.
   * Answers what `snapshotsAt` is then.
   */
  async function commit(group: JournalGroup, more: Beside): Promise<typeof snapshotsAt> {
    const { durability, snapshot, artifacts = [] } = group;
    const knowsSnapshots = snapshot === undefined || snapshotsAt !== undefined;
    if (!fenceStands && artifacts.length === 0 && knowsSnapshots) {
      const kept = keptWith(snapshotsAt, group);
      await database.writeBlindly(storesOf(group, more), durability, (writes) => writeGroup(writes, group, more, kept));
      return kept?.seqs ?? snapshotsAt;
    }
    const encoder = new TextEncoder();
    const values = artifacts.map(({ digest, text }) => ({ digest, data: encoder.encode(text) }));
    const stores = values.length > 0 ? [...journalStores, ...valueStores] : [...journalStores];
    return database.write(stores, durability, async (transaction) => {
      if (fenceStands) {
        const why = whyReplaced(await transaction.objectStore("runs").get(runId));
        if (why !== undefined) throw fenced(why);
      }
      const keys = knowsSnapshots ? [] : await transaction.objectStore("snapshots").getAllKeys(rowsOfRun(runId));
      const kept = keptWith(snapshotsAt ?? keys.map(([, seq]) => seq), group);
      const asked = values.map((value): Promise<unknown> => keepValue(transaction, runId, value));
      writeGroup(blindWritesOf(transaction, asked), group, more, kept);
      await Promise.all(asked);
      return kept?.seqs ?? snapshotsAt;
    });
  }

  function writeGroup(
    writes: BlindWrites<JournalStore>,
    group: JournalGroup,
    more: Beside,
    kept: Kept | undefined,
  ): void {
    const { ticks, snapshot, requests = [] } = group;
    if (fenceStands) writes.put("segments", ticks, more.key);
    else writes.add("segments", ticks, more.key);
    if (more.row) writes.put("runs", more.row);
    for (const request of requests) writes.delete("requests", Number(request));
    const last = ticks.at(-1);
    if (snapshot === undefined || !kept || !last) return;
    writes.put("snapshots", snapshotRow({ at: last.at, state: snapshot }), [runId, last.seq]);
    for (const seq of kept.stale) writes.delete("snapshots", [runId, seq]);
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

/** Ticks of a run's snapshots once that of a group is there. */
interface Kept {
  readonly seqs: readonly number[];
  /** Of older ones that go. */
  readonly stale: readonly number[];
}

/** Whether there is nothing to write but this tick. */
function isAlone(tick: Tick, { ticks, snapshot, artifacts = [], requests = [] }: JournalGroup): boolean {
  return (
    snapshot === undefined &&
    artifacts.length === 0 &&
    requests.length === 0 &&
    JSON.stringify(ticks) === JSON.stringify([tick])
  );
}

function keptWith(before: readonly number[] = [], { ticks, snapshot }: JournalGroup): Kept | undefined {
  const seq = ticks.at(-1)?.seq;
  if (snapshot === undefined || seq === undefined) return undefined;
  const all = [...before.filter((of) => of < seq), seq];
  const stale = staleSnapshots(all);
  return { seqs: all.filter((of) => !stale.includes(of)), stale };
}

/** Nearly all groups are ticks alone: then a transaction of one store, which waits for nothing else. */
function storesOf({ snapshot, requests = [] }: JournalGroup, { row }: Beside): JournalStore[] {
  const stores: JournalStore[] = ["segments"];
  if (snapshot !== undefined) stores.push("snapshots");
  if (row) stores.push("runs");
  if (requests.length > 0) stores.push("requests");
  return stores;
}

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
