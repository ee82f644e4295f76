import type { Plan } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import type { Answer, LogReport, Refusal } from "../protocol/engineApi.ts";
import type { Database } from "../storage/Database.ts";
import { addImportedArtifacts, addImportedTicks, discardPieces, finishImport } from "../storage/imports.ts";
import { loadRunRow } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { eachTicks } from "../storage/segments.ts";
import { decideImport, type ExistingRun } from "../transfer/decideImport.ts";
import { HashChain } from "../transfer/HashChain.ts";
import { type Damage, type LogPart, readRunLog } from "../transfer/readRunLog.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { done, refuse } from "./answers.ts";
import { openDamagedLog } from "./damagedLogs.ts";
import { importedSummary } from "./runSummary.ts";
import type { Runs } from "./runs.ts";
import type { TabContext } from "./tabContext.ts";

/** Ticks that become one segment. */
const segmentTicks = 2_000;

type Refused = Extract<LogPart, { kind: "refused" }>;

const refusals: Record<Refused["code"], Refusal["code"]> = {
  empty: "invalid",
  "not-a-log": "invalid",
  "newer-format": "newer-format",
  damaged: "damaged",
};

/**
 * Reads a log twice: once to know whether it is whole and what it becomes, once to store it. So a damaged one leaves
 * no trace, and none stands in memory whole. One import at a time over all tabs.
 */
export function importLog(tab: TabContext, runs: Runs, file: Blob): Promise<Answer<LogReport>> {
  return navigator.locks.request(`${tab.name}:import`, async () => {
    const log = await inspect(tab.database, file);
    if (log.kind === "refused") return refuse(refusals[log.code], log.message);
    if (log.kind === "damaged") return done(await openDamaged(tab, file, log));
    if (log.how === "here") return done({ runId: log.header.runId, ticks: log.ticks, how: "here" });
    const runId = log.how === "copy" ? crypto.randomUUID() : log.header.runId;
    const keep = log.how === "continued" && log.existing ? log.existing.ticks : 0;
    try {
      const row = await store(tab, file, log, runId, keep);
      tab.library.setRun(row.summary);
      tab.channel.send({ kind: "run-added", runId });
      runs.host(runId).grown();
    } catch (error) {
      await discardPieces(tab.database, runId, keep).catch(() => {});
      throw error;
    }
    return done({ runId, ticks: log.ticks, how: log.how });
  });
}

interface Whole {
  readonly kind: "whole";
  readonly header: RunLogHeader;
  readonly ticks: number;
  readonly how: LogReport["how"];
  readonly existing: ExistingRun | undefined;
}

interface Damaged {
  readonly kind: "damaged";
  readonly header: RunLogHeader;
  readonly ticks: number;
  readonly damage: Damage;
}

async function inspect(database: Database, file: Blob): Promise<Whole | Damaged | Refused> {
  let header: RunLogHeader | undefined;
  let existing: ExistingRun | undefined;
  let replaceable = false;
  let chainThere = "";
  const chain = new HashChain();
  for await (const part of readRunLog(file.stream())) {
    switch (part.kind) {
      case "refused":
        return part;
      case "header": {
        header = part.header;
        const row = await loadRunRow(database, header.runId);
        replaceable = row?.summary.imported === true && row.digest === header.digest;
        if (row) existing = await chainOfRun(database, header.runId);
        break;
      }
      case "tick":
        if (!existing || part.tick.seq > existing.ticks) break;
        chain.add(JSON.stringify(part.tick));
        if (part.tick.seq === existing.ticks) chainThere = chain.value;
        break;
      case "artifact":
        break;
      case "damaged":
        if (header) return { kind: "damaged", header, ticks: part.ticks, damage: part.damage };
        break;
      case "intact": {
        if (!header) break;
        const how = decideImport(existing, { ticks: part.ticks, chain: part.chain, chainAt: () => chainThere });
        // What this browser drives, or drove to its end, is never lengthened by a file.
        return {
          kind: "whole",
          header,
          ticks: part.ticks,
          how: how === "continued" && !replaceable ? "copy" : how,
          existing,
        };
      }
    }
  }
  return { kind: "refused", code: "not-a-log", message: "This file is no run log." };
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

async function openDamaged(tab: TabContext, file: Blob, log: Damaged): Promise<LogReport> {
  const ticks: Tick[] = [];
  for await (const part of readRunLog(file.stream())) {
    if (part.kind === "tick" && part.tick.seq <= log.ticks) ticks.push(part.tick);
  }
  const opened = openDamagedLog(log.header, ticks, `Damaged in line ${log.damage.line}: ${log.damage.message}`);
  tab.damagedLogs.set(opened.id, opened);
  return { runId: opened.id, ticks: log.ticks, how: "new", damage: log.damage };
}

/** Stores the ticks behind `keep`, the artifacts, and at last the row. */
async function store(tab: TabContext, file: Blob, log: Whole, runId: string, keep: number): Promise<RunRow> {
  const { database } = tab;
  let plan: Plan | undefined;
  let state: RunState | undefined;
  let last: Tick | undefined;
  let ticks: Tick[] = [];
  let artifacts = 0;
  for await (const part of readRunLog(file.stream())) {
    if (part.kind === "header") plan = part.plan;
    else if (part.kind === "tick") {
      state = part.state;
      last = part.tick;
      if (part.tick.seq > keep) ticks.push(part.tick);
      if (ticks.length < segmentTicks) continue;
      await addImportedTicks(database, runId, ticks);
      ticks = [];
    } else if (part.kind === "artifact") {
      await addImportedArtifacts(database, runId, artifacts++, [part.artifact]);
    }
  }
  await addImportedTicks(database, runId, ticks);
  if (!plan || !state || !last) throw new Error("a log without ticks was taken for whole");
  const { createdAt, digest, engine } = log.header;
  const row: RunRow = {
    id: runId,
    digest,
    epoch: 0,
    engine,
    summary: importedSummary(plan, { id: runId, createdAt, number: 1 }, state, last),
  };
  const snapshot = { seq: last.seq, at: last.at, state: encodeState(state) };
  await finishImport(database, { run: row, header: log.header, snapshot });
  return row;
}
