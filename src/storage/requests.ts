import type { ExecutionId, ForkedFrom, TickBody } from "../engine/tick.ts";
import type { Database, Reading, Writing } from "./Database.ts";

/** What a tab or the page wants from a run; its owner carries it out and deletes the row with the tick. */
export type RunRequest =
  /** Becomes this tick. */
  | { readonly kind: "tick"; readonly body: TickBody }
  /** Its journal is copied from another run: before anything else it goes its own way (`run-forked`). */
  | { readonly kind: "fork"; readonly of: ForkedFrom; readonly anew: readonly ExecutionId[] }
  /** A person gave up waiting for an unreachable runner. */
  | { readonly kind: "treat-as-lost"; readonly execution: string };

export interface RequestRow {
  readonly id?: number;
  readonly runId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly request: RunRequest;
}

export interface StoredRequest extends RequestRow {
  readonly id: number;
}

/** Keeps a request, whoever owns the run now. `null`: there is no such run. Resolves with its id when durable. */
export function addRequest(database: Database, runId: string, request: RunRequest): Promise<number | null> {
  return database.write(["runs", "requests"], "relaxed", async (transaction) => {
    if ((await transaction.objectStore("runs").getKey(runId)) === undefined) return null;
    return transaction.objectStore("requests").add({ runId, at: Date.now(), request });
  });
}

/** The same for several at once, all or none. Answers whether the run is there. */
export function addRequests(database: Database, runId: string, requests: readonly RunRequest[]): Promise<boolean> {
  return database.write(["runs", "requests"], "relaxed", async (transaction) => {
    if ((await transaction.objectStore("runs").getKey(runId)) === undefined) return false;
    const at = Date.now();
    await Promise.all(requests.map((request) => transaction.objectStore("requests").add({ runId, at, request })));
    return true;
  });
}

/**
 * Keeps the request that reopens a completed run, and makes it one that somebody has to drive, in one transaction: a
 * crash in between loses nothing. Answers whether the run is there.
 */
export function reopenRun(database: Database, runId: string): Promise<boolean> {
  return database.write(["runs", "requests"], "strict", async (transaction) => {
    const row = await transaction.objectStore("runs").get(runId);
    if (row === undefined) return false;
    const request: RunRequest = { kind: "tick", body: { kind: "resume-requested" } };
    await Promise.all([
      transaction.objectStore("runs").put({ ...row, unfinished: 1 }),
      transaction.objectStore("requests").add({ runId, at: Date.now(), request }),
    ]);
    return true;
  });
}

/** Whether it goes on with a run after its end (T26): nobody but the next owner may take it away. */
export function reopens(request: RunRequest): boolean {
  return request.kind === "tick" && request.body.kind === "resume-requested";
}

export function isFork(row: StoredRequest): row is StoredRequest & { readonly request: { readonly kind: "fork" } } {
  return row.request.kind === "fork";
}

/** In the order in which they were made. */
export function requestsOf(database: Database, runId: string): Promise<readonly StoredRequest[]> {
  return database.read(["requests"], (transaction) => requestsIn(transaction, runId));
}

/** The same within a transaction. */
export async function requestsIn(
  transaction: Pick<Reading<"requests"> | Writing<"requests">, "objectStore">,
  runId: string,
): Promise<readonly StoredRequest[]> {
  const rows = await transaction.objectStore("requests").index("run").getAll(runId);
  return rows.filter((row): row is StoredRequest => row.id !== undefined);
}

export function deleteRequest(database: Database, id: number): Promise<void> {
  return database.write(["requests"], "relaxed", (transaction) => transaction.objectStore("requests").delete(id));
}
