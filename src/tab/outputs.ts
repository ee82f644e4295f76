import type { Tick } from "../engine/tick.ts";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import type { LogLevel } from "../runtime/world.ts";
import { eachArtifact } from "../storage/imports.ts";
import { addOutputs, outputsOf } from "../storage/outputs.ts";
import type { OutputRow } from "../storage/schema.ts";
import { eachTicksBack } from "../storage/segments.ts";
import { keptOutput } from "../transfer/keptOutput.ts";
import { createPace } from "./pace.ts";
import { createPorts, type Ports } from "./ports.ts";
import { valueText } from "./runValues.ts";
import type { TabContext } from "./tabContext.ts";

/** Kept of one execution's log, bytes (`maxOutputBytes` left out). Said once where it was cut. */
const maxLogBytes = 1_048_576;

/** What executions write beside the journal: logs of code, and the output of commands, live and kept. */
export interface Outputs {
  /** A line of an execution that this tab runs. */
  log(runId: string, execution: string, level: LogLevel, text: string): void;
  /** A piece of an answer that comes to an execution of this tab; its end holds the whole. */
  say(runId: string, execution: string, text: string): void;
  committed(runId: string, ticks: readonly Tick[]): void;
  /** Another tab has written to the log of an execution. */
  grown(runId: string, execution: string): void;
  watch(runId: string, execution: string, port: MessagePort): Promise<void>;
  forget(runId: string): void;
}

/** The log of one execution that is written here. */
interface Log {
  bytes: number;
  full: boolean;
}

/** What this tab keeps itself; the output of commands is the runner's. */
type KeptStream = "log" | "stdout";

/** Somebody in this tab who watches an execution. */
interface Watcher {
  readonly port: Ports<OutputUpdate>;
  /** The runner sends it what a command prints, and its end. */
  hearsRunner: boolean;
  /** The tick that journaled the end. */
  endedBy?: Tick;
  /** Bytes that it has of what is kept here. */
  readonly to: Record<KeptStream, number>;
  stop(): void;
}

export function createOutputs(tab: TabContext): Outputs {
  const { database } = tab;
  const logs = new Map<string, Map<string, Log>>();
  const watchers = new Map<string, Set<Watcher>>();
  /** Bytes of the answers that come now. */
  const said = new Map<string, number>();
  let unwritten: OutputRow[] = [];
  const encoder = new TextEncoder();
  const name = (runId: string, execution: string): string => `${runId} ${execution}`;

  const write = createPace(() => {
    const rows = unwritten;
    unwritten = [];
    // A log that cannot be kept is not worth a stopped run: it was shown live, and the journal has its own trouble.
    addOutputs(database, rows).then(
      () => {
        for (const { runId, execution } of new Map(rows.map((row) => [name(row.runId, row.execution), row])).values()) {
          tab.channel.send({ kind: "output", runId, execution });
        }
      },
      () => {},
    );
  });

  function log(runId: string, execution: string, level: LogLevel, text: string): void {
    const ofRun = logs.get(runId) ?? new Map<string, Log>();
    logs.set(runId, ofRun);
    const kept = ofRun.get(execution) ?? { bytes: 0, full: false };
    ofRun.set(execution, kept);
    if (kept.full) return;
    let line = `${level === "log" || level === "info" ? "" : `${level}: `}${text}\n`;
    if (kept.bytes + encoder.encode(line).length > maxLogBytes) {
      kept.full = true;
      line = "… the rest of this log was not kept.\n";
    }
    const row: OutputRow = { runId, execution, stream: "log", from: kept.bytes, text: line, at: Date.now(), level };
    kept.bytes += encoder.encode(line).length;
    unwritten.push(row);
    write.ask();
    sendToThoseWhoHaveAllBefore(row);
  }

  function say(runId: string, execution: string, text: string): void {
    const key = name(runId, execution);
    const from = said.get(key) ?? 0;
    const row: OutputRow = { runId, execution, stream: "stdout", from, text };
    said.set(key, from + encoder.encode(text).length);
    const last = unwritten.at(-1);
    // A model says a few letters at a time: what comes within a frame is one row.
    if (last?.runId === runId && last.execution === execution && last.stream === "stdout") {
      unwritten[unwritten.length - 1] = { ...last, text: last.text + text };
    } else unwritten.push(row);
    write.ask();
    sendToThoseWhoHaveAllBefore(row);
  }

  function sendToThoseWhoHaveAllBefore(row: OutputRow): void {
    for (const watcher of watchersOf(row.runId, row.execution)) {
      if (watcher.to[streamOf(row)] === row.from) sendRow(watcher, row);
    }
  }

  function watchersOf(runId: string, execution: string): ReadonlySet<Watcher> {
    return watchers.get(name(runId, execution)) ?? new Set();
  }

  function sendRow(watcher: Watcher, row: OutputRow): void {
    const { from, text, at, level } = row;
    const stream = streamOf(row);
    watcher.port.send({
      kind: "bytes",
      stream,
      from,
      text,
      ...(at !== undefined && { at }),
      ...(level !== undefined && { level: level as LogLevel }),
    });
    watcher.to[stream] = row.from + encoder.encode(row.text).length;
  }

  /** Sends what the database has beyond what the watchers have. */
  async function sendKept(runId: string, execution: string): Promise<void> {
    const rows = await outputsOf(database, runId, execution);
    for (const watcher of watchersOf(runId, execution)) {
      for (const row of rows) if (row.from >= watcher.to[streamOf(row)]) sendRow(watcher, row);
    }
  }

  /** The runner cannot send the rest any more: the end of the command holds what it printed. */
  function endWithKept(runId: string, watcher: Watcher): void {
    const { endedBy: tick } = watcher;
    if (tick?.kind !== "execution-finished") return;
    watcher.stop();
    keptOutput(tick, (digest) => valueText(tab, runId, digest)).then(
      (kept) => {
        for (const update of kept) watcher.port.send(update);
        watcher.port.send({ kind: "end" });
      },
      () => {},
    );
  }

  return {
    log,
    say,
    committed(runId, ticks) {
      for (const tick of ticks) {
        if (tick.kind !== "execution-finished" && tick.kind !== "execution-lost") continue;
        logs.get(runId)?.delete(tick.execution);
        said.delete(name(runId, tick.execution));
        for (const watcher of watchersOf(runId, tick.execution)) {
          watcher.endedBy = tick;
          if (!watcher.hearsRunner) watcher.port.send({ kind: "end" });
          else if (tab.outside.runner.status.kind !== "connected") endWithKept(runId, watcher);
        }
      }
    },
    grown(runId, execution) {
      if (watchersOf(runId, execution).size > 0) void sendKept(runId, execution).catch(() => {});
    },
    async watch(runId, execution, port) {
      const key = name(runId, execution);
      const all = watchers.get(key) ?? new Set();
      watchers.set(key, all);
      const watcher: Watcher = {
        port: createPorts(() => {
          watcher.stop();
          all.delete(watcher);
          if (all.size === 0) watchers.delete(key);
        }),
        hearsRunner: false,
        to: { log: 0, stdout: 0 },
        stop() {},
      };
      all.add(watcher);
      watcher.port.add(port);
      const facts = await factsOf(tab, runId, execution);
      await sendKept(runId, execution);
      for await (const artifact of eachArtifact(database, runId, "streams")) {
        if (artifact.execution !== execution || artifact.stream !== "log" || !artifact.data) continue;
        watcher.port.send({ kind: "bytes", stream: "log", from: 0, text: new TextDecoder().decode(artifact.data) });
      }
      if (facts.kept) {
        for (const update of facts.kept) watcher.port.send(update);
        watcher.port.send({ kind: "end" });
      } else if (facts.key !== undefined) {
        watcher.hearsRunner = true;
        watcher.stop = tab.outside.runner.watchOutput(facts.key, (output) => {
          if (output.kind === "unavailable" && watcher.endedBy !== undefined) endWithKept(runId, watcher);
          else watcher.port.send(output);
        });
      }
    },
    forget(runId) {
      logs.delete(runId);
    },
  };
}

function streamOf({ stream }: OutputRow): KeptStream {
  return stream === "stdout" ? "stdout" : "log";
}

/**
 * What the journal says of one execution: the output that its end holds, or else the key under which the runner knows
 * it, live while it runs and for what ended without handing its output on (a cancelled command).
 */
async function factsOf(
  tab: TabContext,
  runId: string,
  execution: string,
): Promise<{ readonly key?: string; readonly kept?: readonly OutputUpdate[] }> {
  let ended = false;
  for await (const ticks of eachTicksBack(tab.database, runId)) {
    for (const tick of ticks.toReversed()) {
      if (tick.kind === "execution-started" && tick.execution === execution) return { key: tick.key };
      if (tick.kind !== "execution-finished" || tick.execution !== execution) continue;
      const kept = await keptOutput(tick, (digest) => valueText(tab, runId, digest));
      if (kept.length > 0 || tick.evidence === undefined) return { kept };
      ended = true;
    }
  }
  return ended ? { kept: [] } : {};
}
