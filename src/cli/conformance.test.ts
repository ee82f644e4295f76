import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import type { Scenario } from "../runtime/scenario/scenario.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

const folder = join(import.meta.dirname, "../../conformance");

/** Scenarios that wait for the issue that builds their part of the engine. */
const waiting: readonly string[] = [];

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
