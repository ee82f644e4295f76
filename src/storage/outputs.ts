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

/** Each stream of a run with the whole text that is kept of it. */
export async function* allOutputsOf(
  database: Database,
  runId: string,
): AsyncGenerator<{ readonly execution: string; readonly stream: string; readonly text: string }> {
  for (let after: IDBValidKey[] = [runId]; ; ) {
    const range = IDBKeyRange.bound(after, [runId, []], true);
    const first = await database.read(
      ["outputs"],
      async (transaction) => (await transaction.objectStore("outputs").openKeyCursor(range))?.key,
    );
    if (!first) return;
    const [, execution, stream] = first;
    const rows = await database.read(["outputs"], (transaction) =>
      transaction
        .objectStore("outputs")
        .getAll(IDBKeyRange.bound([runId, execution, stream], [runId, execution, stream, []])),
    );
    yield { execution, stream, text: rows.map((row) => row.text).join("") };
    after = [runId, execution, stream, []];
  }
}
