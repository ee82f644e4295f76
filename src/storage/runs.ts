import type { Tick, TickBody } from "../engine/tick.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { Database } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";
import { releaseValues } from "./largeValues.ts";
import { type RequestRow, requestsIn, type StoredRequest } from "./requests.ts";
import { tagsKey } from "./runTags.ts";
import type { RunRow } from "./schema.ts";
import { fence, nextSeq } from "./segments.ts";
import { type Snapshot, snapshotOf } from "./snapshots.ts";
import { refuseUnstorable } from "./storable.ts";

/** A run and where its journal has to be taken up. */
export interface JournalHead {
  readonly run: RunRow;
  /** Frozen (R50). */
  readonly workflow: Workflow;
  /** The newest snapshot and the tick it stands at. */
  readonly snapshot?: Snapshot;
  /** Ticks after the snapshot, or all. */
  readonly ticks: readonly Tick[];
}

/** A run that this tab owns now, with all that driving it begins with. */
export interface ClaimedRun extends JournalHead {
  /** Absent: it has not begun. */
  readonly first?: Tick;
  /** What is asked of it and nobody carried out, in order. */
  readonly requests: readonly StoredRequest[];
  /** The tick that its owner begins with: it stands in the journal after `ticks`, and nobody acted on it. */
  readonly session?: Tick;
}

/**
 * Writes a new run. Its first tick is a request, so that a crash before its owner began loses nothing. Answers the
 * row, numbered among the runs of its workflow; `null`: a run of that id is here already, and nothing changed.
 */
export function createRun(
  database: Database,
  run: RunRow,
  workflow: Workflow,
  start?: RequestRow,
): Promise<RunRow | null> {
  refuseUnstorable(start?.request ?? null);
  refuseUnstorable(workflow);
  return database.write(["runs", "definitions", "requests"], "strict", async (transaction) => {
    const runs = transaction.objectStore("runs");
    if ((await runs.getKey(run.id)) !== undefined) return null;
    const { workflowId } = run.summary;
    const siblings = workflowId === undefined ? [] : await runs.index("workflow").getAll(workflowId);
    const number = siblings.reduce((most, { summary }) => Math.max(most, summary.number), 0) + 1;
    const row = { ...run, summary: { ...run.summary, number } };
    await Promise.all([
      runs.add(row),
      transaction.objectStore("definitions").put({ runId: run.id, workflow }),
      start && transaction.objectStore("requests").add(start),
    ]);
    return row;
  });
}

export function loadRunRow(database: Database, id: string): Promise<RunRow | undefined> {
  return database.read(["runs"], (transaction) => transaction.objectStore("runs").get(id));
}

/** The newest run of a workflow that has begun. */
export function newestRun(database: Database, workflowId: string): Promise<RunRow | undefined> {
  return database.read(["runs"], async (transaction) => {
    const rows = await transaction.objectStore("runs").index("workflow").getAll(workflowId);
    return rows
      .filter(({ summary }) => summary.seq > 0)
      .reduce<RunRow | undefined>((a, b) => (a && a.summary.number > b.summary.number ? a : b), undefined);
  });
}

/** The frozen workflow of a run (R50). */
export function loadDefinition(database: Database, runId: string): Promise<Workflow | undefined> {
  return database.read(
    ["definitions"],
    async (transaction) => (await transaction.objectStore("definitions").get(runId))?.workflow,
  );
}

export function listRuns(database: Database): Promise<readonly RunRow[]> {
  return database.read(["runs"], (transaction) => transaction.objectStore("runs").getAll());
}

/** Ids of the runs that somebody has to drive. */
export function listUnfinished(database: Database): Promise<readonly string[]> {
  return database.read(["runs"], (transaction) => transaction.objectStore("runs").index("unfinished").getAllKeys());
}

/** What a watcher needs to fold the run: nothing is changed. */
export function loadHead(database: Database, id: string): Promise<JournalHead | undefined> {
  return database.read(["runs", "definitions", "segments", "snapshots"], async (transaction) => {
    const [run, definition, end] = await Promise.all([
      transaction.objectStore("runs").get(id),
      transaction.objectStore("definitions").get(id),
      journalEnd(transaction, id),
    ]);
    return run && definition && { run, workflow: definition.workflow, ...end };
  });
}

/**
 * Becomes the owner: raises the epoch and puts a fence where the next segment goes, so that whoever drove the run before
 * can write no more; what that one answered is no request any more in the same transaction. Where the new owner knows the
 * tick that it begins with (`begin`), that is the fence: its first commit is made with the claim. `fold` is called while the disk writes, so
 * it may only compute. Resolves with what it made once the claim is durable; with `undefined` when there is nothing to
 * drive, because the run ended or is gone.
 */
export function claimRun<T>(
  database: Database,
  id: string,
  fold: (claimed: ClaimedRun) => T,
  begin: (claimed: ClaimedRun) => TickBody | undefined = () => undefined,
): Promise<T | undefined> {
  const stores = ["runs", "definitions", "segments", "snapshots", "requests"] as const;
  return database.write([...stores], "strict", async (transaction) => {
    const runs = transaction.objectStore("runs");
    const segments = transaction.objectStore("segments");
    // Asked for together: the next step of the run waits for all of it.
    const [before, definition, end, firstTicks, requests] = await Promise.all([
      runs.get(id),
      transaction.objectStore("definitions").get(id),
      journalEnd(transaction, id),
      segments.get([id, 1]),
      requestsIn(transaction, id),
    ]);
    if (!before?.unfinished || !definition) return undefined;
    const run = { ...before, epoch: before.epoch + 1 };
    const last = end.ticks.at(-1) ?? end.snapshot;
    const first = firstTicks?.[0];
    const claimed = { run, workflow: definition.workflow, ...end, ...(first && { first }), requests };
    const seq = (last?.seq ?? 0) + 1;
    const body = begin(claimed);
    const session = body && { ...body, seq, at: Math.max(Date.now(), last?.at ?? 0) };
    for (const put of [runs.put(run), segments.put(session ? [session] : fence, [id, seq])]) put.catch(() => {});
    // What fails from here on is told by the transaction.
    transaction.commit();
    return fold({ ...claimed, ...(session && { session }) });
  });
}

type JournalReading = Parameters<Parameters<typeof Database.prototype.read<"segments" | "snapshots", unknown>>[1]>[0];
type JournalWriting = Parameters<Parameters<typeof Database.prototype.write<"segments" | "snapshots", unknown>>[2]>[0];

async function journalEnd(
  transaction: Pick<JournalReading, "objectStore"> | Pick<JournalWriting, "objectStore">,
  id: string,
): Promise<Omit<JournalHead, "run" | "workflow">> {
  const cursor = await transaction.objectStore("snapshots").openCursor(rowsOfRun(id), "prev");
  const seq = cursor ? cursor.key[1] : 0;
  const segments = transaction.objectStore("segments");
  // Snapshots stand at the end of a commit, so no segment reaches over one.
  const ticks = (await segments.getAll(IDBKeyRange.bound([id, seq + 1], [id, []]))).flat();
  return { ...(cursor && { snapshot: snapshotOf(seq, cursor.value) }), ticks };
}

/**
 * Removes every row of the run, and leaves a fence where somebody may drive it still. `false`: there was none.
 */
export function deleteRunRows(database: Database, id: string): Promise<boolean> {
  return database.write(
    [
      "runs",
      "definitions",
      "segments",
      "snapshots",
      "requests",
      "artifacts",
      "headers",
      "outputs",
      "values",
      "valueUses",
      "settings",
    ],
    "relaxed",
    async (transaction) => {
      const runs = transaction.objectStore("runs");
      const requests = transaction.objectStore("requests");
      const [row, requestIds, next] = await Promise.all([
        runs.get(id),
        requests.index("run").getAllKeys(id),
        nextSeq(transaction, id),
      ]);
      const segments = transaction.objectStore("segments");
      // Deleted twice, it may still have the fence of the first time.
      const mayBeDriven = (row !== undefined && row.epoch > 0) || (await segments.getKey([id, next])) !== undefined;
      await Promise.all([
        runs.delete(id),
        segments.delete(rowsOfRun(id)),
        mayBeDriven && segments.put(fence, [id, next]),
        transaction.objectStore("snapshots").delete(rowsOfRun(id)),
        transaction.objectStore("artifacts").delete(rowsOfRun(id)),
        transaction.objectStore("headers").delete(id),
        transaction.objectStore("outputs").delete(rowsOfRun(id)),
        ...requestIds.map((request) => requests.delete(request)),
        releaseValues(transaction, id),
        transaction.objectStore("definitions").delete(id),
        transaction.objectStore("settings").delete(tagsKey(id)),
      ]);
      return row !== undefined;
    },
  );
}

/** Of a deleted run, when nobody drives it any more. What is left behind is swept with the next start (`sweepOrphans`). */
export function removeFence(database: Database, id: string): Promise<void> {
  return database.write(["runs", "segments"], "relaxed", async (transaction) => {
    if ((await transaction.objectStore("runs").getKey(id)) === undefined)
      await transaction.objectStore("segments").delete(rowsOfRun(id));
  });
}
