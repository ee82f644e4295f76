import type { Plan } from "../engine/plan.ts";
import { type FoldedRun, foldRun, type StoredRun } from "../runtime/resumeRun.ts";
import type { Database } from "../storage/Database.ts";
import type { JournalHead } from "../storage/runs.ts";
import { readTicks } from "../storage/segments.ts";

/**
 * The stored run as it can be folded: from its snapshot, or from its first tick when the snapshot was written by
 * another version of the engine.
 */
export async function foldHead(
  database: Database,
  plan: Plan,
  head: JournalHead,
): Promise<{ readonly stored: StoredRun; readonly folded: FoldedRun }> {
  try {
    return { stored: head, folded: foldRun(plan, head) };
  } catch (error) {
    if (!head.snapshot) throw error;
    const stored = { ticks: await readTicks(database, head.run.id, 1, Number.MAX_SAFE_INTEGER) };
    return { stored, folded: foldRun(plan, stored) };
  }
}
