import type { ExecutionId } from "../engine/tick.ts";
import type { Database } from "../storage/Database.ts";
import { outputPages } from "../storage/forks.ts";
import { eachArtifact } from "../storage/imports.ts";
import { addOutputs } from "../storage/outputs.ts";
import type { OutputRow } from "../storage/schema.ts";

/** An execution as a fork has it. */
export interface CopiedExecution {
  readonly execution: ExecutionId;
  /** Only what was written up to then, epoch ms: it goes on in the run that it is of. Left out: all of it. */
  readonly until?: number;
}

/**
 * Gives a fork what its copied attempts wrote, so that their details show it and its log holds it, whatever becomes of
 * the run. The output of commands is not here: the runner has it, under keys that both journals name.
 */
export async function copyOutputs(
  database: Database,
  from: string,
  to: string,
  copied: (execution: ExecutionId) => CopiedExecution | undefined,
): Promise<void> {
  const rowOf = (row: OutputRow): readonly OutputRow[] => {
    const now = copied(row.execution);
    if (now === undefined || (now.until !== undefined && !(row.at !== undefined && row.at <= now.until))) return [];
    return [{ ...row, runId: to, execution: now.execution }];
  };
  for await (const page of outputPages(database, from)) {
    const rows = page.flatMap(rowOf);
    if (rows.length > 0) await addOutputs(database, rows);
  }
  // A run that was imported has them as they came in its log.
  for await (const { execution, stream, data } of eachArtifact(database, from, "streams")) {
    if (execution === undefined || stream !== "log" || data === undefined) continue;
    const now = copied(execution);
    if (now === undefined || now.until !== undefined) continue;
    const text = new TextDecoder().decode(data);
    await addOutputs(database, [{ runId: to, execution: now.execution, stream, from: 0, text }]);
  }
}
