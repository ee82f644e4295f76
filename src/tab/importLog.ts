import type { Tick } from "../engine/tick.ts";
import type { Answer, Refusal } from "../protocol/answer.ts";
import type { LogReport } from "../protocol/exports.ts";
import type { Database } from "../storage/Database.ts";
import { loadRunRow } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { eachTicks } from "../storage/segments.ts";
import { decideImport, type ExistingRun } from "../transfer/decideImport.ts";
import { HashChain } from "../transfer/HashChain.ts";
import { type Damage, type LogPart, readRunLog } from "../transfer/readRunLog.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { done, refuse } from "./answers.ts";
import { openDamagedLog } from "./damagedLogs.ts";
import { createImportWriter, type ImportWriter } from "./importWriter.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

type Refused = Extract<LogPart, { kind: "refused" }>;

const refusals: Record<Refused["code"], Refusal["code"]> = {
  empty: "invalid",
  "not-a-log": "invalid",
  "newer-format": "newer-format",
  damaged: "damaged",
};

/**
 * Reads a log as a stream and stores it on the way; what turns out to be damaged is taken back, so that it leaves no
 * trace. Where a run of its id is here already, it is read first and stored on a second way through. One import at a
 * time over all tabs.
 */
export function importLog(tab: TabContext, runs: Runs, file: Blob): Promise<Answer<LogReport>> {
  return navigator.locks.request(`${tab.name}:import`, async () => {
    const log = await inspect(tab.database, file);
    switch (log.kind) {
      case "refused":
        return refuse(refusals[log.code], log.message);
      case "damaged":
        return done(await openDamaged(tab, file, log));
      case "stored":
        tell(tab, runs, log.row);
        return done({ runId: log.row.id, ticks: log.ticks, how: "new" });
      case "known": {
        const { how, ticks, header } = log;
        if (how === "here") return done({ runId: header.runId, ticks, how });
        const writer =
          how === "continued"
            ? createImportWriter(tab.database, header.runId, log.existing.ticks)
            : createImportWriter(tab.database, crypto.randomUUID(), 0);
        const row = await store(file, writer);
        tell(tab, runs, row);
        return done({ runId: row.id, ticks, how });
      }
    }
  });
}

type Inspected =
  | Refused
  | { readonly kind: "damaged"; readonly header: RunLogHeader; readonly ticks: number; readonly damage: Damage }
  /** No run had its id: it is stored now. */
  | { readonly kind: "stored"; readonly row: RunRow; readonly ticks: number }
  | {
      readonly kind: "known";
      readonly header: RunLogHeader;
      readonly ticks: number;
      readonly how: "here" | "continued" | "copy";
      readonly existing: ExistingRun;
    };

async function inspect(database: Database, file: Blob): Promise<Inspected> {
  let header: RunLogHeader | undefined;
  let writer: ImportWriter | undefined;
  let known: { readonly existing: ExistingRun; readonly row: RunRow } | undefined;
  let chainThere = "";
  const chain = new HashChain();
  try {
    for await (const part of readRunLog(file.stream())) {
      switch (part.kind) {
        case "refused":
          return part;
        case "header": {
          header = part.header;
          const row = await loadRunRow(database, header.runId);
          if (row) known = { row, existing: await chainOfRun(database, header.runId) };
          else {
            writer = createImportWriter(database, header.runId, 0);
            await writer.take(part);
          }
          break;
        }
        case "tick":
          await writer?.take(part);
          if (!known || part.tick.seq > known.existing.ticks) break;
          chain.add(JSON.stringify(part.tick));
          if (part.tick.seq === known.existing.ticks) chainThere = chain.value;
          break;
        case "artifact":
          await writer?.take(part);
          break;
        case "damaged":
          await writer?.discard();
          if (!header) break;
          return { kind: "damaged", header, ticks: part.ticks, damage: part.damage };
        case "intact": {
          if (part.ticks === 0) {
            return { kind: "refused", code: "not-a-log", message: "This log holds no tick: its run had not begun." };
          }
          if (writer) return { kind: "stored", row: await writer.finish(), ticks: part.ticks };
          if (!header || !known) break;
          const { existing, row } = known;
          const how = decideImport(existing, { ticks: part.ticks, chain: part.chain, chainAt: () => chainThere });
          const sameWorkflow = row.digest === header.digest;
          // What this browser drives, or drove to its end, is never lengthened by a file.
          const lengthens = row.summary.imported === true && sameWorkflow;
          const becomes =
            how === "here" && sameWorkflow ? "here" : how === "continued" && lengthens ? "continued" : "copy";
          return { kind: "known", header, ticks: part.ticks, how: becomes, existing };
        }
      }
    }
  } catch (error) {
    await writer?.discard().catch(() => {});
    throw error;
  }
  return { kind: "refused", code: "not-a-log", message: "This file is no run log." };
}

async function store(file: Blob, writer: ImportWriter): Promise<RunRow> {
  try {
    for await (const part of readRunLog(file.stream())) {
      if (part.kind === "header" || part.kind === "tick" || part.kind === "artifact") await writer.take(part);
    }
    return await writer.finish();
  } catch (error) {
    await writer.discard().catch(() => {});
    throw error;
  }
}

function tell(tab: TabContext, runs: Runs, row: RunRow): void {
  tab.library.setRun(row.summary);
  tab.channel.send({ kind: "run-added", runId: row.id });
  runs.host(row.id).grown();
}

async function chainOfRun(database: Database, runId: string): Promise<ExistingRun> {
  const chain = new HashChain();
  let count = 0;
  for await (const ticks of eachTicks(database, runId)) {
    for (const tick of ticks) chain.add(JSON.stringify(tick));
    count += ticks.length;
  }
  return { ticks: count, chain: chain.value };
}

async function openDamaged(
  tab: TabContext,
  file: Blob,
  log: Extract<Inspected, { kind: "damaged" }>,
): Promise<LogReport> {
  const ticks: Tick[] = [];
  const values = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const part of readRunLog(file.stream())) {
    if (part.kind === "tick" && part.tick.seq <= log.ticks) ticks.push(part.tick);
    if (part.kind === "artifact" && part.artifact.data) {
      values.set(part.artifact.digest, new Uint8Array(part.artifact.data));
    }
  }
  const opened = openDamagedLog(
    log.header,
    { ticks, values },
    `Damaged in line ${log.damage.line}: ${log.damage.message}`,
  );
  tab.damagedLogs.set(opened.id, opened);
  return { runId: opened.id, ticks: log.ticks, how: "new", damage: log.damage };
}
