import type { Plan } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import type { Database } from "../storage/Database.ts";
import { addImportedArtifacts, addImportedTicks, discardPieces, finishImport } from "../storage/imports.ts";
import type { RunRow } from "../storage/schema.ts";
import type { LogPart } from "../transfer/readRunLog.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { importedSummary } from "../transfer/runSummary.ts";

/** Ticks that become one segment. */
const segmentTicks = 2_000;

/** Stores a log while it is read, piece by piece; nothing of it is a run before `finish`. */
export interface ImportWriter {
  take(part: Extract<LogPart, { kind: "header" | "tick" | "artifact" }>): Promise<void>;
  finish(): Promise<RunRow>;
  /** The log is not to be stored after all. */
  discard(): Promise<void>;
}

/** `keep`: how many ticks of the run are here already; the log's ticks behind them are added. */
export function createImportWriter(database: Database, runId: string, keep: number): ImportWriter {
  let header: RunLogHeader | undefined;
  let plan: Plan | undefined;
  let state: RunState | undefined;
  let last: Tick | undefined;
  let ticks: Tick[] = [];
  let artifacts = 0;

  async function flush(): Promise<void> {
    const piece = ticks;
    ticks = [];
    await addImportedTicks(database, runId, piece);
  }

  return {
    async take(part) {
      switch (part.kind) {
        case "header":
          header = part.header;
          plan = part.plan;
          return;
        case "tick":
          state = part.state;
          last = part.tick;
          if (part.tick.seq > keep) ticks.push(part.tick);
          if (ticks.length >= segmentTicks) await flush();
          return;
        case "artifact":
          await addImportedArtifacts(database, runId, artifacts++, [part.artifact]);
          return;
      }
    },
    async finish() {
      await flush();
      if (!header || !plan || !state || !last) throw new Error("a log without ticks was taken for whole");
      const { createdAt, digest, engine, forkedFrom: from } = header;
      const forkOf = from && { id: from.run, number: from.number, seq: from.seq };
      const run = { id: runId, createdAt, number: 1, ...(forkOf && { forkOf }) };
      const summary = importedSummary(plan, run, state, last);
      const row: RunRow = { id: runId, digest, epoch: 0, engine, summary };
      const snapshot = { seq: last.seq, at: last.at, state: encodeState(state) };
      await finishImport(database, { run: row, header, snapshot });
      return row;
    },
    discard: () => discardPieces(database, runId, keep),
  };
}
