import type { Database } from "./Database.ts";
import type { RunRow } from "./schema.ts";

/**
 * Makes an imported run one that somebody drives, under an epoch above all that its journal names. `undefined`: it is
 * gone, or goes on here already.
 */
export function continueImported(database: Database, id: string, epoch: number): Promise<RunRow | undefined> {
  return database.write(["runs"], "strict", async (transaction) => {
    const runs = transaction.objectStore("runs");
    const before = await runs.get(id);
    if (!before?.summary.imported) return undefined;
    const { imported: _, ...summary } = before.summary;
    const from = Math.max(before.epoch, epoch);
    const row: RunRow = { ...before, epoch: from, continuedFrom: from, unfinished: 1, summary };
    await runs.put(row);
    return row;
  });
}
