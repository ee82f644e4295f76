import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { driveScenario } from "../runtime/scenario/driveScenario.ts";
import { parseScenario } from "../runtime/scenario/parseScenario.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { scenarioKinds } from "./scenarioKinds.ts";

/** `tickwork check`: runs scenarios, one line each, and says how many passed. */
export const check: Command = {
  name: "check",
  usage: "check FILE|FOLDER… [--rules R1,R2…]",
  summary: "runs scenario files and compares what they expect; --rules takes those that name no other rule",
  async run(args, io) {
    const { places, rules } = readArguments(args);
    const files = await findScenarios(places);
    let passed = 0;
    let failed = 0;
    for (const file of files) {
      const verdict = await checkFile(file, rules);
      if (verdict === "left out") continue;
      if (verdict.differences.length === 0) {
        passed++;
        io.out(`ok ${verdict.name}`);
      } else {
        failed++;
        report(io, file, verdict);
      }
    }
    if (passed + failed === 0)
      io.err(files.length === 0 ? "No *.scenario.json file found." : "No scenario names only these rules.");
    io.out(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  },
};

function readArguments(args: readonly string[]): { places: readonly string[]; rules: ReadonlySet<string> | undefined } {
  let parsed: { values: { rules?: string | undefined }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: { rules: { type: "string" } } });
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
  if (parsed.positionals.length === 0)
    throw new WrongUsage("Name at least one scenario file or a folder that holds some.");
  const { rules } = parsed.values;
  return {
    places: parsed.positionals,
    rules: rules === undefined ? undefined : new Set(rules.split(",").map((id) => id.trim())),
  };
}

async function findScenarios(places: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const place of places) {
    const found = await stat(place).catch(() => undefined);
    if (!found) throw new WrongUsage(`There is no file or folder ${place}.`);
    if (!found.isDirectory()) files.push(place);
    else {
      const inside = await readdir(place, { recursive: true });
      files.push(
        ...inside
          .filter((name) => name.endsWith(".scenario.json"))
          .sort()
          .map((name) => join(place, name)),
      );
    }
  }
  return files;
}

interface Verdict {
  readonly name: string;
  /** Empty: passed. */
  readonly differences: readonly string[];
}

async function checkFile(file: string, rules: ReadonlySet<string> | undefined): Promise<Verdict | "left out"> {
  const text = await readFile(file, "utf8");
  const { value, findings } = readJsonText(text.replace(/^\uFEFF/, ""));
  if (value === undefined || findings.length > 0) {
    return { name: file, differences: findings.map(({ line, column, message }) => `${line}:${column}: ${message}`) };
  }
  const parsed = parseScenario(value);
  if (!parsed.ok) {
    return { name: file, differences: parsed.problems.map(({ pointer, message }) => `${pointer || "/"}: ${message}`) };
  }
  const scenario = parsed.value;
  if (rules && !scenario.rules.every((rule) => rules.has(rule))) return "left out";
  const { differences } = await driveScenario(scenario, scenarioKinds);
  return { name: scenario.name, differences };
}

function report(io: Io, file: string, { name, differences }: Verdict): void {
  io.out(`FAIL ${name}`);
  if (name !== file) io.out(`  ${file}`);
  for (const line of differences) io.out(`  ${line}`);
}
