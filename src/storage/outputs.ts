import type { Database } from "./Database.ts";
import type { OutputRow } from "./schema.ts";

/** Keeps chunks of execution logs (R24). The owner bounds them. */
export function addOutputs(database: Database, chunks: readonly OutputRow[]): Promise<void> {
  return database.write(["outputs"], "relaxed", async (transaction) => {
    const outputs = transaction.objectStore("outputs");
    await Promise.all(chunks.map((chunk) => outputs.put(chunk)));
  });
}

/** What is kept of one execution, in order. */
export function outputsOf(database: Database, runId: string, execution: string): Promise<readonly OutputRow[]> {
  return database.read(["outputs"], (transaction) =>
    transaction.objectStore("outputs").getAll(IDBKeyRange.bound([runId, execution], [runId, execution, []])),
  );
}
