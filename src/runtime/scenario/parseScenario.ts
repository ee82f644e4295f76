import { isJsonObject, type Json, type JsonObject } from "../../workflow/json.ts";
import { parseWorkflow } from "../../workflow/parseWorkflow.ts";
import type { Parsed } from "../../workflow/problem.ts";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { parseAction } from "./parseAction.ts";
import { Reader } from "./Reader.ts";
import { type Entry, type Scenario, scenarioFormat } from "./scenario.ts";

const scenarioKeys = ["format", "name", "rules", "workflow", "script", "state", "invalid", "description"];

/** Reads a `*.scenario.json`: all problems together, each with its place. */
export function parseScenario(json: Json): Parsed<Scenario> {
  const reader = new Reader();
  if (!isJsonObject(json)) {
    reader.problem("", "A scenario is a JSON object with name, workflow and script.");
    return { ok: false, problems: reader.problems };
  }
  if (json.format !== scenarioFormat) {
    reader.problem(
      "/format",
      `This build reads ${scenarioFormat}; the file says ${JSON.stringify(json.format ?? null)}.`,
    );
    return { ok: false, problems: reader.problems };
  }
  reader.onlyKeys(json, scenarioKeys, "");
  const name = reader.text(json, "name", "");
  const rules = json.rules === undefined ? [] : reader.texts(json.rules, "/rules");
  const invalid = json.invalid === undefined ? undefined : reader.texts(json.invalid, "/invalid");
  if (json.state !== undefined && !isJsonObject(json.state)) reader.problem("/state", "A state is an object.");
  const script = readScript(reader, json, invalid !== undefined);
  const workflow = readWorkflow(reader, json.workflow, name ?? "scenario", invalid !== undefined);
  if (reader.problems.length > 0 || !workflow || name === undefined) return { ok: false, problems: reader.problems };
  const scenario: Scenario = {
    name,
    rules,
    workflow,
    script,
    ...(isJsonObject(json.state) && { state: json.state }),
    ...(invalid && { invalid }),
  };
  return { ok: true, value: scenario, warnings: [] };
}

function readWorkflow(
  reader: Reader,
  json: Json | undefined,
  name: string,
  mayBeInvalid: boolean,
): Workflow | undefined {
  if (!isJsonObject(json)) {
    reader.problem("/workflow", "A scenario needs a workflow.");
    return undefined;
  }
  const whole: JsonObject = { format: workflowFormat, name, ...json };
  const parsed = parseWorkflow(whole, { scenario: true });
  if (parsed.ok) return parsed.value;
  // A scenario that wants its workflow refused shows it to the validation as it is.
  if (mayBeInvalid) return whole as unknown as Workflow;
  for (const found of parsed.problems) reader.problems.push({ ...found, pointer: `/workflow${found.pointer}` });
  return undefined;
}

function readScript(reader: Reader, json: JsonObject, invalid: boolean): readonly Entry[] {
  if (json.script === undefined) {
    if (!invalid) reader.problem("/script", "A scenario needs a script: a list of entries.");
    return [];
  }
  if (invalid) reader.problem("/script", "A scenario has either a script or invalid, not both.");
  if (!Array.isArray(json.script)) {
    reader.problem("/script", "A script is a list of entries.");
    return [];
  }
  let at = 0;
  return (json.script as readonly Json[]).flatMap((entry, index) => {
    const pointer = `/script/${index}`;
    if (!isJsonObject(entry)) {
      reader.problem(pointer, "An entry is an object.");
      return [];
    }
    at = readTime(reader, entry.at, at, `${pointer}/at`);
    return readEntry(reader, entry, at, pointer) ?? [];
  });
}

function readTime(reader: Reader, json: Json | undefined, before: number, pointer: string): number {
  if (json === undefined) return before;
  if (typeof json !== "number" || !Number.isFinite(json) || json < 0) {
    reader.problem(pointer, "A time is a number of milliseconds from 0.");
    return before;
  }
  if (json < before) reader.problem(pointer, `The time ${json} goes back behind ${before}.`);
  return Math.max(json, before);
}

function readEntry(reader: Reader, json: JsonObject, at: number, pointer: string): Entry | undefined {
  if (json.expect !== undefined && json.expectUnordered !== undefined) {
    reader.problem(`${pointer}/expectUnordered`, "An entry has either expect or expectUnordered.");
  }
  const action = parseAction(reader, json, pointer);
  if (!action) return undefined;
  return {
    at,
    action,
    ...(json.expect !== undefined && { expect: reader.texts(json.expect, `${pointer}/expect`) }),
    ...(json.expectUnordered !== undefined && {
      expectUnordered: reader.texts(json.expectUnordered, `${pointer}/expectUnordered`),
    }),
    ...(json.state !== undefined && { state: reader.object(json.state, `${pointer}/state`) }),
  };
}
