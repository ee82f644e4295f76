import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { Scenario } from "../runtime/scenario/scenario.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

const folder = join(import.meta.dirname, "../../conformance");

/** Scenarios that wait for the issue on agents, which tells a model what was wrong with its answer (T15, T39). */
const waiting: readonly string[] = [
  "tasks/a-corrected-agent-succeeds.scenario.json",
  "tasks/an-agent-is-corrected-at-most-twice.scenario.json",
];

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".scenario.json"))
  .sort();

function read(file: string): Scenario {
  const parsed = parseScenario(JSON.parse(readFileSync(join(folder, file), "utf8")));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join("\n"));
  return parsed.value;
}

describe("conformance", () => {
  const due = files.filter((file) => !waiting.includes(file));
  test.each(due.map((file) => [file, read(file)] as const))("%s", async (_, scenario) => {
    const { differences } = await driveScenario(scenario, scenarioKinds);
    expect(differences.join("\n")).toBe("");
  });
});

test("the scenarios that wait for their issue exist", () => {
  expect(waiting.filter((file) => !files.includes(file))).toEqual([]);
});
