import type { Workflow } from "../workflow/workflow.ts";
import type { Database } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";
import type { RequestRow } from "./requests.ts";
import type { OutputRow, RunRow } from "./schema.ts";
import { eachTicks } from "./segments.ts";
import { type Snapshot, snapshotRow } from "./snapshots.ts";
import { refuseUnstorable } from "./storable.ts";

/**
 * Makes ticks that were added before (`addImportedTicks`) a run that somebody has to drive, with what is asked of it
 * first, in one transaction. It names the large values that `of` names. Answers the row, numbered.
 */
export function createFork(
  database: Database,
  fork: {
    readonly run: RunRow;
    readonly workflow: Workflow;
    readonly requests: readonly RequestRow["request"][];
    readonly of: string;
    /** The state behind the last copied tick. */
    readonly snapshot: Snapshot;
  },
): Promise<RunRow> {
  const { run, workflow, requests, snapshot, of } = fork;
  refuseUnstorable(workflow);
  refuseUnstorable(requests);
  return database.write(
    ["runs", "definitions", "requests", "snapshots", "valueUses"],
    "strict",
    async (transaction) => {
      const runs = transaction.objectStore("runs");
      const { workflowId } = run.summary;
      const siblings = workflowId === undefined ? [] : await runs.index("workflow").getAll(workflowId);
      const number = siblings.reduce((most, { summary }) => Math.max(most, summary.number), 0) + 1;
      const row = { ...run, summary: { ...run.summary, number } };
      const uses = transaction.objectStore("valueUses");
      const used = await uses.getAll(rowsOfRun(of));
      const at = Date.now();
      await Promise.all([
        runs.add(row),
        transaction.objectStore("definitions").put({ runId: run.id, workflow }),
        transaction.objectStore("snapshots").put(snapshotRow(snapshot), [run.id, snapshot.seq]),
        ...used.map((use) => uses.put({ ...use, runId: run.id })),
      ]);
      // Their keys are the order in which they are carried out.
      for (const request of requests) await transaction.objectStore("requests").add({ runId: run.id, at, request });
      return row;
    },
  );
}

/** Gives a run that is not there yet the ticks of another one up to `to`, word for word, in pieces of about `size`. */
export async function copyTicks(
  database: Database,
  from: string,
  to: { readonly runId: string; readonly seq: number },
  size: number,
): Promise<void> {
  for await (const piece of eachTicks(database, from, { size })) {
    const ticks = (piece.at(-1)?.seq ?? 0) > to.seq ? piece.filter(({ seq }) => seq <= to.seq) : piece;
    const [first] = ticks;
    if (first === undefined) return;
    // They were stored already, so that they can be.
    await database.writeBlindly(["segments"], "relaxed", ({ add }) => add("segments", ticks, [to.runId, first.seq]));
    if (ticks.length < piece.length) return;
  }
}

/** Characters of rows that are read at once, about. */
const pageCharacters = 1_048_576;
const mostRows = 2_048;

/** The outputs that are kept of a run, in pages of a bounded size, in the order of their keys. */
export async function* outputPages(database: Database, runId: string): AsyncGenerator<readonly OutputRow[]> {
  let rows = 32;
  for (let after: IDBValidKey[] = [runId]; ; ) {
    const range = IDBKeyRange.bound(after, [runId, []], true);
    const page = await database.read(["outputs"], (transaction) =>
      transaction.objectStore("outputs").getAll(range, rows),
    );
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = [runId, last.execution, last.stream, last.from];
    const characters = page.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > pageCharacters) rows = Math.max(1, rows >> 1);
    else if (characters < pageCharacters / 4) rows = Math.min(mostRows, rows * 2);
  }
}
