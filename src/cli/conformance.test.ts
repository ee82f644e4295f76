import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import { initialState } from "../engine/runState.ts";
import { decodeState, encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { Scenario } from "../runtime/scenario/scenario.ts";
import type { Json } from "../workflow/json.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

const folder = join(import.meta.dirname, "../../conformance");

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".scenario.json"))
  .sort();

function read(file: string): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(join(folder, file), "utf8")));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n"));
  return parsed.value;
}

const scenarios = files.map((file) => [file, read(file)] as const);

describe("conformance", () => {
  test.each(scenarios)("%s", async (_, scenario) => {
    const { differences, ticks } = await driveScenario(scenario, scenarioKinds);
    expect(differences.join("\n")).toBe("");
    if (scenario.invalid === undefined) checkSnapshots(scenario, ticks);
  });
});

/** [R49] From a snapshot at any tick the rest of the journal folds to the same end. */
function checkSnapshots({ workflow }: Scenario, ticks: readonly Tick[]): void {
  const plan = planWorkflow(workflow, { unlimited: true });
  const end = encodeState(replay(plan, initialState(plan), ticks));
  let state = initialState(plan);
  for (const [index, tick] of ticks.entries()) {
    state = replay(plan, state, [tick]);
    const snapshot: Json = JSON.parse(JSON.stringify(encodeState(state)));
    const folded = replay(plan, decodeState(plan, snapshot), ticks.slice(index + 1));
    expect(encodeState(folded), `from a snapshot at tick ${tick.seq}`).toEqual(end);
  }
}
