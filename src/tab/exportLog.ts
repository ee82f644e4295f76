import type { Tick } from "../engine/tick.ts";
import type { Answer, RunSummary } from "../protocol/engineApi.ts";
import type { Database } from "../storage/Database.ts";
import { eachArtifact, loadHeader } from "../storage/imports.ts";
import { loadValue, valuesOf } from "../storage/largeValues.ts";
import { allOutputsOf } from "../storage/outputs.ts";
import { loadDefinition, loadRunRow } from "../storage/runs.ts";
import { eachTicks } from "../storage/segments.ts";
import { type LogArtifact, type RunLogHeader, runLogFormat, valueMediaType } from "../transfer/runLogFormat.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import { sha256Of } from "../workflow/sha256.ts";
import { done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/** Characters that are gathered before they become bytes of the file. */
const pieceLength = 1_000_000;

/** The log of a run as one file, up to its last tick now. Bytes are gathered piece by piece, the browser holds them. */
export async function exportLog(tab: TabContext, id: string): Promise<Answer<Blob>> {
  const { database } = tab;
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
  const artifacts = imported ? eachArtifact(database, id) : artifactsOf(database, id);
  const parts: Blob[] = [];
  let piece: string[] = [];
  let length = 0;
  const cut = () => {
    parts.push(new Blob(piece));
    piece = [];
    length = 0;
  };
  for await (const line of writeRunLog({ header, ticks: ticksOf(database, id), artifacts })) {
    piece.push(line);
    length += line.length;
    if (length >= pieceLength) cut();
  }
  cut();
  return done(new Blob(parts, { type: "application/jsonl" }));
}

function forkedFrom(of: RunSummary["forkOf"]): Pick<RunLogHeader, "forkedFrom"> {
  return of === undefined ? {} : { forkedFrom: { run: of.id, number: of.number, seq: of.seq } };
}

async function* ticksOf(database: Database, id: string): AsyncGenerator<Tick> {
  for await (const ticks of eachTicks(database, id)) yield* ticks;
}

/** The large values that the ticks name, then what executions wrote beside the journal, one artifact per stream. */
async function* artifactsOf(database: Database, id: string): AsyncGenerator<LogArtifact> {
  for (const digest of await valuesOf(database, id)) {
    const data = await loadValue(database, id, digest);
    yield { digest, mediaType: valueMediaType, bytes: data.length, data };
  }
  for await (const { execution, stream, text } of allOutputsOf(database, id)) {
    const data = new TextEncoder().encode(text);
    const mediaType = "text/plain; charset=utf-8";
    yield { digest: sha256Of(data), mediaType, bytes: data.length, data, execution, stream };
  }
}
