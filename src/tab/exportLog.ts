import type { Tick } from "../engine/tick.ts";
import type { Answer } from "../protocol/answer.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Database } from "../storage/Database.ts";
import { eachArtifact, loadHeader } from "../storage/imports.ts";
import { loadValue, valuesOf } from "../storage/largeValues.ts";
import { allOutputsOf } from "../storage/outputs.ts";
import { loadDefinition, loadRunRow } from "../storage/runs.ts";
import { eachTicks } from "../storage/segments.ts";
import { type LogArtifact, type RunLogHeader, runLogFormat, valueMediaType } from "../transfer/runLogFormat.ts";
import type { RunLog } from "../transfer/writeRunLog.ts";
import { sha256Of } from "../workflow/sha256.ts";
import { done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/** The log of a run up to its last tick now, read from the database while it is written. */
export async function logOf(tab: TabContext, id: string): Promise<Answer<RunLog>> {
  const { database } = tab;
  if (tab.damagedLogs.has(id))
    return refuse("damaged", "This log is damaged and only looked at; there is nothing whole to export.");
  const row = await loadRunRow(database, id);
  const workflow = row && (await loadDefinition(database, row.id));
  if (!workflow) return refuse("not-found", "This run is not here. It may have been deleted.");
  const imported = await loadHeader(database, id);
  const header: RunLogHeader = imported
    ? { ...imported, format: runLogFormat, runId: id }
    : {
        format: runLogFormat,
        runId: id,
        workflow,
        digest: row.digest,
        createdAt: row.summary.createdAt,
        engine: row.engine,
        origin: "tab",
        ...forkedFrom(row.summary.forkOf),
      };
  return done({ header, ticks: ticksOf(database, id), artifacts: artifactsOf(database, id) });
}

function forkedFrom(of: RunSummary["forkOf"]): Pick<RunLogHeader, "forkedFrom"> {
  return of === undefined ? {} : { forkedFrom: { run: of.id, number: of.number, seq: of.seq } };
}

async function* ticksOf(database: Database, id: string): AsyncGenerator<Tick> {
  for await (const ticks of eachTicks(database, id)) yield* ticks;
}

/**
 * What came with the log of an imported run, as it was; the large values that ticks name; what executions wrote beside
 * the journal, one artifact per stream.
 */
async function* artifactsOf(database: Database, id: string): AsyncGenerator<LogArtifact> {
  const here = new Set<string>();
  for await (const artifact of eachArtifact(database, id)) {
    if (artifact.execution === undefined && artifact.stream === undefined) here.add(artifact.digest);
    yield artifact;
  }
  for (const digest of await valuesOf(database, id)) {
    if (here.has(digest)) continue;
    const data = await loadValue(database, id, digest);
    yield { digest, mediaType: valueMediaType, bytes: data.length, data };
  }
  for await (const { execution, stream, text } of allOutputsOf(database, id)) {
    const data = new TextEncoder().encode(text);
    const mediaType = "text/plain; charset=utf-8";
    yield { digest: sha256Of(data), mediaType, bytes: data.length, data, execution, stream };
  }
}
