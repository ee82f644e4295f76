import type { Tick } from "../engine/tick.ts";
import { recordScenario } from "../transfer/recordScenario.ts";
import type { RunLogHeader } from "../transfer/runLogFormat.ts";
import { type Command, WrongUsage } from "./command.ts";
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
    let header: RunLogHeader | undefined;
    for await (const part of await readLogFile(file)) {
      if (part.kind === "header") header = part.header;
      if (part.kind === "tick") ticks.push(part.tick);
      if (part.kind !== "refused" && part.kind !== "damaged") continue;
      io.err(damageLine(file, part));
      return corrupt;
    }
    if (header === undefined) throw new Error("A log ended before its header");
    const { scenario, notes, differences } = await recordScenario(header.workflow, ticks, scenarioKinds);
    io.out(JSON.stringify(scenario, null, 2));
    for (const note of notes) io.err(note);
    if (differences.length > 0) io.err("Played as a scenario, the run goes another way; mend the script by hand:");
    for (const line of differences) io.err(line);
    return differences.length === 0 ? 0 : 1;
  },
};
