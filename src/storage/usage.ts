import type { Database } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";

/** Runs that are measured in one transaction. */
const atOnce = 20;

/**
 * About how many bytes each run takes: its ticks and snapshots as JSON, its outputs, artifacts and large values. A large
 * value that several runs name counts for each.
 */
export async function* eachUsage(
  database: Database,
  ids: readonly string[],
): AsyncGenerator<{ readonly id: string; readonly bytes: number }> {
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce);
    const sizes = await database.read(
      ["segments", "snapshots", "outputs", "artifacts", "valueUses"],
      async (transaction) =>
        Promise.all(
          some.map(async (id) => {
            const rows = rowsOfRun(id);
            const [segments, snapshots, outputs, artifacts, uses] = await Promise.all([
              transaction.objectStore("segments").getAll(rows),
              transaction.objectStore("snapshots").getAll(rows),
              transaction.objectStore("outputs").getAll(rows),
              transaction.objectStore("artifacts").getAll(rows),
              transaction.objectStore("valueUses").getAll(rows),
            ]);
            return (
              JSON.stringify(segments).length +
              JSON.stringify(snapshots).length +
              outputs.reduce((sum, { text }) => sum + text.length, 0) +
              artifacts.reduce((sum, { artifact }) => sum + (artifact.data?.length ?? 0), 0) +
              uses.reduce((sum, { bytes }) => sum + bytes, 0)
            );
          }),
        ),
    );
    for (const [index, id] of some.entries()) yield { id, bytes: sizes[index] ?? 0 };
  }
}
