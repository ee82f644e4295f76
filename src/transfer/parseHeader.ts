import { digestOf } from "../workflow/digest.ts";
import type { JsonObject } from "../workflow/json.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { isObject } from "../workflow/parse/shape.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { type Upgrade, upgrade } from "../workflow/upgrades.ts";
import { type RunLogHeader, runLogName } from "./runLogFormat.ts";

/** Entry n−1 makes the header of version n one of version n+1. */
const runLogUpgrades: readonly Upgrade[] = [];

export type ReadHeader =
  | { readonly ok: true; readonly header: RunLogHeader }
  | { readonly ok: false; readonly code: "not-a-log" | "newer-format" | "damaged"; readonly message: string };

/** Reads the first line: whether this is a run log, of a version that is known here, with a whole workflow. */
export function parseHeader(line: string): ReadHeader {
  const { value, findings } = readJsonText(line);
  if (!isObject(value) || typeof value.format !== "string") {
    return line.startsWith(`{"format":"${runLogName}@`)
      ? refused("damaged", `The first line cannot be read: ${findings[0]?.message ?? "it is no object"}`)
      : refused("not-a-log", "This is no run log: its first line names no format.");
  }
  const upgraded = upgrade(value as JsonObject, runLogName, runLogUpgrades);
  if (!upgraded.ok)
    return refused(value.format.startsWith(`${runLogName}@`) ? "newer-format" : "not-a-log", upgraded.message);
  const { runId, workflow, digest, createdAt, engine, origin } = upgraded.document;
  if (findings[0]) return refused("damaged", `The first line was changed: ${findings[0].message}`);
  if (typeof runId !== "string" || runId === "" || typeof createdAt !== "number") {
    return refused("damaged", "The first line lacks the run's id or its time.");
  }
  if (typeof engine !== "string" || typeof origin !== "string") {
    return refused("damaged", "The first line does not say which engine wrote it, or where.");
  }
  const parsed = parseWorkflow(workflow);
  if (!parsed.ok) {
    const { pointer, message } = parsed.problems[0] ?? { pointer: "", message: "" };
    return refused("damaged", `The workflow in the first line is damaged at ${pointer || "/"}: ${message}`);
  }
  if (digest !== digestOf(parsed.value)) {
    return refused("damaged", "The workflow in the first line does not have the digest that it names: it was changed.");
  }
  return { ok: true, header: upgraded.document as unknown as RunLogHeader };
}

function refused(code: "not-a-log" | "newer-format" | "damaged", message: string): ReadHeader {
  return { ok: false, code, message };
}
