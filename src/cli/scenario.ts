import type { Tick } from "../engine/tick.ts";
import { recordScenario } from "../transfer/recordScenario.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { type Command, Failed, WrongUsage } from "./command.ts";
import { commandArguments } from "./commandArguments.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

/** `tickwork scenario`: makes a scenario of a recorded run, so that it becomes a regression test. */
export const scenario: Command = {
  name: "scenario",
  usage: "scenario LOG > FILE.scenario.json",
  summary: "makes a scenario of a run: what it did becomes what `check` expects",
  async run(args, io) {
    const [file, ...more] = commandArguments(args, {}).positionals;
    if (file === undefined || more.length > 0) throw new WrongUsage("Name one run log.");
    const ticks: Tick[] = [];
    const texts = new Map<string, string>();
    let header: RunLogHeader | undefined;
    for await (const part of await readLogFile(file)) {
      if (part.kind === "header") header = part.header;
      if (part.kind === "tick") ticks.push(part.tick);
      if (part.kind === "artifact" && part.artifact.data && part.artifact.execution === undefined)
        texts.set(part.artifact.digest, new TextDecoder().decode(part.artifact.data));
      if (part.kind !== "refused" && part.kind !== "damaged") continue;
      io.err(damageLine(file, part));
      return corrupt;
    }
    if (header === undefined) throw new Error("A log ended before its header");
    const { scenario, notes, differences } = await recordScenario(
      header.workflow,
      { ticks, loadText: (digest) => textOf(digest, texts) },
      scenarioKinds,
    );
    io.out(JSON.stringify(scenario, null, 2));
    for (const note of notes) io.err(note);
    if (differences.length > 0) io.err("Played as a scenario, the run goes another way; mend the script by hand:");
    for (const line of differences) io.err(line);
    return differences.length === 0 ? 0 : 1;
  },
};

async function textOf(digest: string, texts: ReadonlyMap<string, string>): Promise<string> {
  const text = texts.get(digest);
  if (text !== undefined) return text;
  throw new Failed(`The value ${digest.slice(0, 19)}… was left out of the log. Export it again with its values.`);
}
