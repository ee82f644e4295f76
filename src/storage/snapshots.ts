import type { Json } from "../workflow/json.ts";
import type { Database } from "./Database.ts";

/** A state that was saved, and the tick it stands at. */
export interface Snapshot {
  readonly seq: number;
  /** Time of that tick, epoch ms. */
  readonly at: number;
  readonly state: Json;
}

/** `state`: JSON, because one text is copied several times as fast as thousands of values; rows of older builds have the values. */
export interface SnapshotRow {
  readonly at: number;
  readonly state: string | Exclude<Json, string>;
}

export function snapshotRow({ at, state }: Pick<Snapshot, "at" | "state">): SnapshotRow {
  return { at, state: JSON.stringify(state) };
}

export function snapshotOf(seq: number, { at, state }: SnapshotRow): Snapshot {
  return { seq, at, state: typeof state === "string" ? JSON.parse(state) : state };
}

/** The newest snapshot that stands before tick `seq`. */
export function snapshotBefore(database: Database, runId: string, seq: number): Promise<Snapshot | undefined> {
  return database.read(["snapshots"], async (transaction) => {
    const range = IDBKeyRange.bound([runId], [runId, seq], false, true);
    const cursor = await transaction.objectStore("snapshots").openCursor(range, "prev");
    return cursor ? snapshotOf(cursor.key[1], cursor.value) : undefined;
  });
}
