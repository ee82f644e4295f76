import type { Plan } from "../engine/plan.ts";
import { replay as replayTicks } from "../engine/replay.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { StateView } from "../engine/view.ts";
import { viewRun } from "../engine/viewRun.ts";
import type { LogPart } from "../transfer/readRunLog.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";

/** `tickwork replay`: folds a run log, checks it, and shows the state at a tick. */
export const replay: Command = {
  name: "replay",
  usage: "replay LOG [--at SEQ] [--json]",
  summary: "folds the journal of a run log, checks it, and shows the state",
  async run(args, io) {
    const { values, positionals } = commandArguments(args, { at: { type: "string" }, json: { type: "boolean" } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new WrongUsage("Name one run log.");
    const at = readSeq(values.at);
    const folded = await fold(await readLogFile(file), at);
    if (folded.kind === "refused") {
      io.err(damageLine(file, folded));
      return corrupt;
    }
    const { last } = folded;
    if (at !== undefined && at > last.ticks) {
      throw new WrongUsage(`The log ${last.kind === "damaged" ? "is good up to" : "ends with"} tick ${last.ticks}.`);
    }
    const view = viewRun(folded.plan, folded.state);
    const shown = { file, header: folded.header, seq: at ?? last.ticks, last, view };
    if (values.json) io.out(JSON.stringify(asJson(shown), null, 2));
    else tell(io, shown);
    if (last.kind === "intact") return 0;
    io.err(damageLine(file, last));
    io.err(`Shown is the state up to tick ${shown.seq}; good are the first ${last.ticks}.`);
    return corrupt;
  },
};

type Last = Extract<LogPart, { kind: "intact" | "damaged" }>;

type Folded =
  | Extract<LogPart, { kind: "refused" }>
  | {
      readonly kind: "folded";
      readonly header: RunLogHeader;
      readonly plan: Plan;
      readonly state: RunState;
      readonly last: Last;
    };

/** The state at a tick, or at the last good one. */
async function fold(parts: AsyncIterable<LogPart>, at: number | undefined): Promise<Folded> {
  const ticks: Tick[] = [];
  let opened: Extract<LogPart, { kind: "header" }> | undefined;
  let state: RunState | undefined;
  for await (const part of parts) {
    switch (part.kind) {
      case "refused":
        return part;
      case "header":
        opened = part;
        state = initialState(part.plan);
        break;
      case "tick":
        ticks.push(part.tick);
        if (at === undefined || part.tick.seq <= at) state = part.state;
        break;
      case "artifact":
        break;
      case "intact":
      case "damaged": {
        if (opened === undefined || state === undefined) throw new Error("A log ended before its header");
        const { header, plan } = opened;
        const good = Math.min(at ?? part.ticks, part.ticks);
        // Ticks behind a damage were told before it was found.
        const known = part.kind === "intact" ? state : replayTicks(plan, initialState(plan), ticks.slice(0, good));
        return { kind: "folded", header, plan, state: known, last: part };
      }
    }
  }
  throw new Error("A log ended without a last part");
}

interface Shown {
  readonly file: string;
  readonly header: RunLogHeader;
  readonly seq: number;
  readonly last: Last;
  readonly view: StateView;
}

function asJson({ header, seq, last, view }: Shown): object {
  const { runId, digest, workflow } = header;
  const log = { runId, name: workflow.name, digest, seq, ticks: last.ticks, intact: last.kind === "intact" };
  return { ...view, log: { ...log, ...(last.kind === "damaged" && { damage: last.damage }) } };
}

function tell(io: Io, { header, seq, last, view }: Shown): void {
  io.out(`${header.workflow.name}, run ${header.runId}`);
  io.out(`tick ${seq} of ${last.ticks}${last.kind === "intact" ? ", intact" : ""}`);
  io.out(`lifecycle ${view.lifecycle}${view.outcome === null ? "" : `, outcome ${view.outcome}`}`);
  if (view.reason !== null) io.out(`reason ${view.reason}`);
  if (view.result !== null) io.out(`result ${JSON.stringify(view.result)}`);
  if (view.needsRecovery.length > 0) io.out(`needs a decision ${view.needsRecovery.join(" ")}`);
  if (JSON.stringify(view.store) !== "{}") io.out(`store ${JSON.stringify(view.store)}`);
  for (const { what, at } of view.timers) io.out(`timer ${what} ${new Date(at).toISOString()}`);
  const rows = Object.entries(view.steps).map(([id, step]) => [
    id,
    step.task ?? step.status,
    `${step.queued + step.delayed} queued`,
    `${step.running} running`,
    `${step.waiting} waiting`,
    step.lastOutcome ?? "",
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  for (const row of rows)
    io.out(
      `  ${row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd()}`,
    );
}

function readSeq(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new WrongUsage("--at takes the number of a tick.");
  return Number(text);
}
