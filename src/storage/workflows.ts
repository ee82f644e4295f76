import { undoKey } from "../protocol/undoKey.ts";
import type { Json } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { Database } from "./Database.ts";
import type { WorkflowRow } from "./schema.ts";
import { refuseUnstorable } from "./storable.ts";
import { thinVersions } from "./thinVersions.ts";

/** An earlier revision is kept when the one kept before it is at least this much older, or when it stood so long, ms. */
const historyEveryMs = 30_000;
/** With more earlier revisions than `most` of one workflow, they are thinned to `least`: seldom, because it reads all. */
const historyLength = { most: 120, least: 80 };

export function listWorkflows(database: Database): Promise<readonly WorkflowRow[]> {
  return database.read(["workflows"], (transaction) => transaction.objectStore("workflows").getAll());
}

export function loadWorkflowRow(database: Database, id: string): Promise<WorkflowRow | undefined> {
  return database.read(["workflows"], (transaction) => transaction.objectStore("workflows").get(id));
}

export type Saved =
  | { readonly kind: "saved"; readonly row: WorkflowRow }
  /** Somebody saved in between; `row` is what stands there, absent when it was deleted. Nothing was written. */
  | { readonly kind: "conflict"; readonly row?: WorkflowRow };

/** Saves a revision that is based on revision `basedOn` (0: a new workflow), and with it what can be undone. */
export function saveWorkflowRow(
  database: Database,
  save: {
    readonly id: string;
    readonly basedOn: number;
    readonly workflow: Workflow;
    readonly at: number;
    readonly undo?: Json;
    /** The revision before is an earlier version whatever its age: something else comes in its place. */
    readonly keepsBefore?: boolean;
  },
): Promise<Saved> {
  refuseUnstorable(save.workflow);
  refuseUnstorable(save.undo ?? null);
  return database.write(["workflows", "history", "drafts"], "relaxed", async (transaction): Promise<Saved> => {
    const workflows = transaction.objectStore("workflows");
    const history = transaction.objectStore("history");
    const before = await workflows.get(save.id);
    if ((before?.revision ?? 0) !== save.basedOn) return { kind: "conflict", ...(before && { row: before }) };
    const row = { id: save.id, revision: save.basedOn + 1, editedAt: save.at, workflow: save.workflow };
    await workflows.put(row);
    if (save.undo !== undefined)
      await transaction.objectStore("drafts").put({ revision: row.revision, undo: save.undo }, undoKey(save.id));
    if (!before) return { kind: "saved", row };
    const kept = await history.getAllKeys(IDBKeyRange.bound([save.id], [save.id, []]));
    const newest = kept.at(-1);
    const newestAt = newest ? ((await history.get(newest))?.editedAt ?? 0) : Number.NEGATIVE_INFINITY;
    const isApart = before.editedAt - newestAt >= historyEveryMs || save.at - before.editedAt >= historyEveryMs;
    if (save.keepsBefore || isApart) {
      await history.put(before);
      if (kept.length >= historyLength.most) {
        const rows = await history.getAll(IDBKeyRange.bound([save.id], [save.id, []]));
        const versions = rows.map(({ revision, editedAt }) => ({ revision, at: editedAt }));
        for (const gone of thinVersions(versions, save.at, historyLength.least)) await history.delete([save.id, gone]);
      }
    }
    return { kind: "saved", row };
  });
}

/** Earlier revisions, oldest first. */
export function historyOf(database: Database, id: string): Promise<readonly WorkflowRow[]> {
  return database.read(["history"], (transaction) =>
    transaction.objectStore("history").getAll(IDBKeyRange.bound([id], [id, []])),
  );
}

/** One earlier revision. */
export function loadHistoryRow(database: Database, id: string, revision: number): Promise<WorkflowRow | undefined> {
  return database.read(["history"], (transaction) => transaction.objectStore("history").get([id, revision]));
}

/** With its history; its runs keep their frozen copy. `false`: there was none. */
export function deleteWorkflowRow(database: Database, id: string): Promise<boolean> {
  return database.write(["workflows", "history", "drafts"], "relaxed", async (transaction) => {
    const workflows = transaction.objectStore("workflows");
    const there = (await workflows.getKey(id)) !== undefined;
    await Promise.all([
      workflows.delete(id),
      transaction.objectStore("history").delete(IDBKeyRange.bound([id], [id, []])),
      transaction.objectStore("drafts").delete(undoKey(id)),
    ]);
    return there;
  });
}
