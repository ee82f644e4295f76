import type { IDBPDatabase, IDBPTransaction, StoreNames } from "idb";
import type { Schema } from "./schema.ts";

/** One step from a version of the database to the next; runs inside the version-change transaction. */
export type Upgrade = (
  database: IDBPDatabase<Schema>,
  transaction: IDBPTransaction<Schema, StoreNames<Schema>[], "versionchange">,
) => void | Promise<void>;

function createStores(database: IDBPDatabase<Schema>): void {
  database.createObjectStore("workflows", { keyPath: "id" });
  database.createObjectStore("history", { keyPath: ["id", "revision"] });
  const runs = database.createObjectStore("runs", { keyPath: "id" });
  runs.createIndex("unfinished", "unfinished");
  runs.createIndex("workflow", "summary.workflowId");
  database.createObjectStore("definitions", { keyPath: "runId" });
  database.createObjectStore("segments");
  database.createObjectStore("snapshots");
  const requests = database.createObjectStore("requests", { keyPath: "id", autoIncrement: true });
  requests.createIndex("run", "runId");
  database.createObjectStore("artifacts", { keyPath: ["runId", "index"] });
  database.createObjectStore("headers");
  database.createObjectStore("outputs", { keyPath: ["runId", "execution", "stream", "from"] });
  database.createObjectStore("drafts");
  database.createObjectStore("settings");
}

function createValueStores(database: IDBPDatabase<Schema>): void {
  database.createObjectStore("values");
  database.createObjectStore("valueUses", { keyPath: ["runId", "digest"] }).createIndex("digest", "digest");
}

/**
 * Journals have kinds of ticks from here on that earlier versions do not know. Nothing stored changes: the new number
 * makes a tab with an earlier version let go of its runs and ask to be reloaded, instead of meeting such a tick.
 */
function knowTicksOfForks(): void {}

/**
 * No store changes. From here a claim fences with a segment, and a commit reads no epoch any more: a tab of before must
 * not drive runs beside one of now.
 */
function fenceBySegments(): void {}

/** `upgrades[n]` leads from version n to n + 1. Never edited after a release: the next change is a new entry. */
export const upgrades: readonly Upgrade[] = [createStores, createValueStores, knowTicksOfForks, fenceBySegments];
