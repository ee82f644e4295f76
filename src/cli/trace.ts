import { readFile } from "node:fs/promises";
import { planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { type TraceForm, traceForms, traceLines, traceTexts } from "../transfer/traceTexts.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

/** `tickwork trace`: one line per notice, or the attempts of a run as another tool's trace. */
export const trace: Command = {
  name: "trace",
  usage: "trace LOG|SCENARIO [--format text|chrome|otlp]",
  summary: "the readable trace of a run log or scenario, or its attempts for Perfetto (chrome) or a collector (otlp)",
  async run(args, io) {
    const { values, positionals } = commandArguments(args, { format: { type: "string" } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new WrongUsage("Name one run log or scenario.");
    const form = traceForms.find((known) => known === (values.format ?? "text"));
    if (form === undefined) throw new WrongUsage("--format is text, chrome or otlp.");
    if (!file.endsWith(".scenario.json")) return traceLog(file, form, io);
    if (form !== "text")
      throw new WrongUsage("Only run logs have attempts with real times; a scenario is traced as text.");
    return traceScenario(file, io);
  },
};

async function traceLog(file: string, form: TraceForm, io: Io): Promise<number> {
  // Kept back: only the end says which ticks are good.
  const ticks: Tick[] = [];
  let header: RunLogHeader | undefined;
  for await (const part of await readLogFile(file)) {
    switch (part.kind) {
      case "header":
        header = part.header;
        break;
      case "tick":
        ticks.push(part.tick);
        break;
      case "intact":
      case "damaged":
        if (header === undefined) throw new Error("A log ended before its header");
        for await (const text of traceTexts({ header, ticks: ticks.slice(0, part.ticks) }, form)) io.out(text);
        if (part.kind === "intact") return 0;
        io.err(damageLine(file, part));
        return corrupt;
      case "refused":
        io.err(damageLine(file, part));
        return corrupt;
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
    for (const line of traceLines(tick, reduced.effects, `${tick.at} ms`)) io.out(line);
  }
  for (const line of differences) io.err(line);
  return 0;
}
