import type { Tick } from "../engine/tick.ts";
import type { Database } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";
import { keepValue, loadValue, releaseValues } from "./largeValues.ts";
import type { RunRow, StoredArtifact, StoredHeader } from "./schema.ts";
import { type Snapshot, snapshotRow } from "./snapshots.ts";
import { refuseUnstorable } from "./storable.ts";

/*
 * A log is stored in pieces, so that it never stands in memory whole; its run row comes last and makes it a run.
 * What a tab that died in between leaves behind is swept (`sweepOrphans`).
 */

export function addImportedTicks(database: Database, runId: string, ticks: readonly Tick[]): Promise<void> {
  refuseUnstorable(ticks);
  return database.write(["segments"], "relaxed", async (transaction) => {
    if (ticks[0]) await transaction.objectStore("segments").add(ticks, [runId, ticks[0].seq]);
  });
}

/** `from`: how many artifacts of the log came before. */
export function addImportedArtifacts(
  database: Database,
  runId: string,
  from: number,
  artifacts: readonly StoredArtifact[],
): Promise<void> {
  return database.write(["artifacts", "values", "valueUses"], "relaxed", async (transaction) => {
    const store = transaction.objectStore("artifacts");
    await Promise.all(
      artifacts.map(async (artifact, index) => {
        const { data, ...row } = artifact;
        const isValue = data !== undefined && artifact.execution === undefined && artifact.stream === undefined;
        if (!isValue) return store.put({ runId, index: from + index, artifact });
        await keepValue(transaction, runId, { digest: artifact.digest, data: new Uint8Array(data) });
        return store.put({ runId, index: from + index, artifact: { ...row, value: true } });
      }),
    );
  });
}

/** Makes the pieces a run, or the run that is here a longer one. */
export function finishImport(
  database: Database,
  log: {
    readonly run: RunRow;
    readonly header: StoredHeader;
    /** The state behind the last tick. */
    readonly snapshot: Snapshot;
  },
): Promise<void> {
  const { run, header, snapshot } = log;
  refuseUnstorable(header);
  return database.write(["runs", "definitions", "headers", "snapshots"], "strict", async (transaction) => {
    const snapshots = transaction.objectStore("snapshots");
    await snapshots.delete(rowsOfRun(run.id));
    await Promise.all([
      transaction.objectStore("runs").put(run),
      transaction.objectStore("definitions").put({ runId: run.id, workflow: header.workflow }),
      transaction.objectStore("headers").put(header, run.id),
      snapshots.put(snapshotRow(snapshot), [run.id, snapshot.seq]),
    ]);
  });
}

/** Where pieces of a run stand before it is one: of a log, or of a fork with the outputs that it shares. */
const pieceStores = ["segments", "artifacts", "outputs"] as const;

/** Takes back the pieces behind tick `keep` (0: all) of an import that failed. */
export function discardPieces(database: Database, runId: string, keep: number): Promise<void> {
  return database.write([...pieceStores, "values", "valueUses"], "relaxed", async (transaction) => {
    await transaction.objectStore("segments").delete(IDBKeyRange.bound([runId, keep + 1], [runId, []]));
    if (keep > 0) return;
    await transaction.objectStore("artifacts").delete(rowsOfRun(runId));
    await transaction.objectStore("outputs").delete(rowsOfRun(runId));
    await releaseValues(transaction, runId);
  });
}

export function loadHeader(database: Database, runId: string): Promise<StoredHeader | undefined> {
  return database.read(["headers"], (transaction) => transaction.objectStore("headers").get(runId));
}

/** The artifacts of an imported run, in the order of its log. `streams`: without the large values of its ticks. */
export async function* eachArtifact(
  database: Database,
  runId: string,
  which: "all" | "streams" = "all",
): AsyncGenerator<StoredArtifact> {
  for (let index = 0; ; index++) {
    const row = await database.read(["artifacts"], (transaction) =>
      transaction.objectStore("artifacts").get([runId, index]),
    );
    if (!row) return;
    const { value, ...artifact } = row.artifact;
    if (value && which === "streams") continue;
    yield value ? { ...artifact, data: await loadValue(database, runId, artifact.digest) } : artifact;
  }
}

/** Looked at in one transaction: commits of runs wait for it. */
const sweptAtOnce = 200;

/** Removes pieces that belong to no run. Only while nobody imports. */
export async function sweepOrphans(database: Database): Promise<number> {
  const orphans = new Set<string>();
  for (const name of pieceStores) {
    for (let after: string | undefined = ""; after !== undefined; )
      after = await findOrphans(database, name, after, orphans);
  }
  for (const runId of orphans) {
    await database.write(["runs", ...pieceStores, "values", "valueUses"], "relaxed", async (transaction) => {
      if ((await transaction.objectStore("runs").getKey(runId)) !== undefined) return;
      await Promise.all(pieceStores.map((name) => transaction.objectStore(name).delete(rowsOfRun(runId))));
      await releaseValues(transaction, runId);
    });
  }
  return orphans.size;
}

/** Adds those of the next runs behind `after` that are not there; answers the last one, `undefined` at the end. */
function findOrphans(
  database: Database,
  name: (typeof pieceStores)[number],
  after: string,
  orphans: Set<string>,
): Promise<string | undefined> {
  return database.read(["runs", name], async (transaction) => {
    const pieces = transaction.objectStore(name);
    let last = after;
    for (let count = 0; count < sweptAtOnce; count++) {
      const key = (await pieces.openKeyCursor(IDBKeyRange.lowerBound([last, []])))?.key;
      if (key === undefined) return undefined;
      [last] = key;
      if ((await transaction.objectStore("runs").getKey(last)) === undefined) orphans.add(last);
    }
    return last;
  });
}
