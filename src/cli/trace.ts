import { readFile } from "node:fs/promises";
import type { Effect } from "../engine/effect.ts";
import { planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { traceLine } from "../engine/trace.ts";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

/** `tickwork trace`: one line per notice, with the sequence number and the time of its tick in front. */
export const trace: Command = {
  name: "trace",
  usage: "trace LOG|SCENARIO",
  summary: "the readable trace of a run log, or of a scenario, with sequence numbers and times",
  async run(args, io) {
    const [file, ...more] = commandArguments(args, {}).positionals;
    if (file === undefined || more.length > 0) throw new WrongUsage("Name one run log or scenario.");
    return file.endsWith(".scenario.json") ? traceScenario(file, io) : traceLog(file, io);
  },
};

async function traceLog(file: string, io: Io): Promise<number> {
  // Kept back: only the end says which ticks are good.
  const lines: { readonly seq: number; readonly text: string }[] = [];
  for await (const part of await readLogFile(file)) {
    switch (part.kind) {
      case "tick":
        lines.push(...linesOf(part.tick, part.effects, new Date(part.tick.at).toISOString()));
        break;
      case "intact":
      case "damaged":
        for (const { seq, text } of lines) if (seq <= part.ticks) io.out(text);
        if (part.kind === "intact") return 0;
        io.err(damageLine(file, part));
        return corrupt;
      case "refused":
        io.err(damageLine(file, part));
        return corrupt;
      case "header":
      case "artifact":
        break;
    }
  }
  throw new Error("A log ended without a last part");
}

async function traceScenario(file: string, io: Io): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new WrongUsage(`There is no file ${file}.`);
  });
  const { value, findings } = readJsonText(text.replace(/^\uFEFF/, ""));
  for (const { line, column, message } of findings) io.err(`${file}:${line}:${column}: ${message}`);
  if (value === undefined || findings.length > 0) return corrupt;
  const scenario = parseScenario(value);
  if (!scenario.ok) {
    for (const { pointer, message } of scenario.problems) io.err(`${file}: ${pointer || "/"}: ${message}`);
    return corrupt;
  }
  const { ticks, differences } = await driveScenario(scenario.value, scenarioKinds);
  const plan = planWorkflow(scenario.value.workflow, { unlimited: true });
  let state = initialState(plan);
  for (const tick of ticks) {
    const reduced = reduce(plan, state, tick);
    state = reduced.state;
    for (const line of linesOf(tick, reduced.effects, `${tick.at} ms`)) io.out(line.text);
  }
  for (const line of differences) io.err(line);
  return 0;
}

function linesOf(
  tick: Tick,
  effects: readonly Effect[],
  at: string,
): readonly { readonly seq: number; readonly text: string }[] {
  return effects.flatMap((effect) =>
    effect.kind === "notice"
      ? [{ seq: tick.seq, text: `${String(tick.seq).padStart(6)}  ${at}  ${traceLine(effect.notice)}` }]
      : [],
  );
}
