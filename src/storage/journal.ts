import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/engineApi.ts";
import type { AppendResult, Journal } from "../runtime/world.ts";
import type { Database } from "./Database.ts";
import { StorageError, storageFailureOf } from "./failure.ts";
import { rowsOfRun } from "./keys.ts";
import { keepValue, loadValue } from "./largeValues.ts";
import type { RunRow } from "./schema.ts";
import { readTick, readTicks } from "./segments.ts";
import { refuseUnstorable } from "./storable.ts";

const journalStores = ["runs", "segments", "snapshots", "requests"] as const;
/** Of a commit that only adds ticks, which is most of them. */
const plainStores: JournalStore[] = ["runs", "segments"];
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
 * 2. Segments are added, never put: two owners cannot overwrite each other even where the epoch would not tell.
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

  async function append(group: Parameters<Journal["append"]>[0]): Promise<AppendResult> {
    const first = group.ticks[0];
    const last = group.ticks.at(-1);
    if (!first || !last) return { ok: true };
    const summary = summarize(group.state, last);
    const next = rowWith(row, summary);
    const writeRow =
      group.snapshot !== undefined || last.at - writtenAt >= summaryEveryMs || !sameButSeq(row.summary, summary);
    try {
      refuseUnstorable(group.ticks);
      const encoder = new TextEncoder();
      const values = (group.artifacts ?? []).map(({ digest, text }) => ({ digest, data: encoder.encode(text) }));
      const { snapshot, requests = [] } = group;
      const plain = !writeRow && snapshot === undefined && requests.length === 0 && values.length === 0;
      const stores: JournalStore[] = values.length > 0 ? [...journalStores, ...valueStores] : [...journalStores];
      await database.write(plain ? plainStores : stores, group.durability, async (transaction) => {
        const runs = transaction.objectStore("runs");
        const reading = runs.get(runId);
        const adding = transaction.objectStore("segments").add(group.ticks, [runId, first.seq]);
        // Awaited below; where the fence throws first, its abort is no news.
        adding.catch(() => {});
        const stored = await reading;
        if (!stored) throw fenced("The run was deleted.");
        if (stored.epoch !== epoch) throw fenced("Another tab has taken this run over and drives it now.");
        if (plain) {
          // Nothing more is asked: told now, the browser need not first tell us that the segment is added.
          transaction.commit();
          await adding;
          return;
        }
        const work: Promise<unknown>[] = values.map((value) => keepValue(transaction, runId, value));
        if (writeRow) work.push(runs.put(next));
        for (const request of requests) work.push(transaction.objectStore("requests").delete(Number(request)));
        if (snapshot !== undefined) {
          const snapshots = transaction.objectStore("snapshots");
          work.push(snapshots.put({ at: last.at, state: snapshot }, [runId, last.seq]));
          const older = await snapshots.getAllKeys(rowsOfRun(runId));
          for (const key of older.filter(([, seq]) => seq < last.seq).slice(0, -1)) work.push(snapshots.delete(key));
        }
        await Promise.all([adding, ...work]);
      });
    } catch (error) {
      if (!(await wasCommitted(error, group.ticks))) return { ok: false, failure: storageFailureOf(error) };
    }
    if (writeRow) {
      row = next;
      writtenAt = last.at;
      options.onSummary?.(summary);
    }
    return { ok: true };
  }

  /** Whether `add` failed because this very group stands there already (invariant 3). */
  async function wasCommitted(error: unknown, ticks: readonly Tick[]): Promise<boolean> {
    if (!isConstraint(error)) return false;
    const [first, last] = [ticks[0]?.seq ?? 0, ticks.at(-1)?.seq ?? 0];
    const there = await readTicks(database, runId, first, last).catch(() => []);
    return JSON.stringify(there) === JSON.stringify(ticks);
  }

  return {
    append,
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

function fenced(message: string): StorageError {
  return new StorageError({ kind: "fenced", message });
}

function rowWith(row: RunRow, summary: RunSummary): RunRow {
  const { unfinished: _, ...rest } = row;
  return { ...rest, summary, ...(summary.lifecycle !== "completed" && { unfinished: 1 as const }) };
}

function sameButSeq(a: RunSummary, b: RunSummary): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof RunSummary)[]);
  keys.delete("seq");
  for (const key of keys) if (a[key] !== b[key]) return false;
  return true;
}

function isConstraint(error: unknown): boolean {
  return error instanceof StorageError && error.cause instanceof DOMException && error.cause.name === "ConstraintError";
}
