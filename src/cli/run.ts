import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { runLogFormat } from "../transfer/runLogFormat.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { readWorkflowText } from "../workflow/readWorkflowText.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { type Command, WrongUsage } from "./command.ts";
import { aloneWithLogs } from "./headless/aloneWithLogs.ts";
import { headlessArguments } from "./headless/headlessArguments.ts";
import { startHeadless } from "./headless/startHeadless.ts";
import { inlineFiles } from "./inlineFiles.ts";
import { version } from "./version.ts";

/** `tickwork run`: a workflow from its start to its end, without a page. */
export const run: Command = {
  name: "run",
  usage:
    "run FILE [--input JSON|@FILE] [--answer STEP=JSON]… [--decide STEP=rerun|failed|succeeded:JSON]… [--log OUT] [--workspace [NAME=]DIR]… [--secret NAME=@env]… [--yes]",
  summary:
    "runs a workflow headless to its end and prints its result as JSON; --yes allows what it may do (commands, hosts, …), which is asked otherwise",
  async run(args, io) {
    const given = headlessArguments(args, "workflow file");
    const workflow = await freeze(await readWorkflow(given.file), given.file);
    const input = await readInput(given.input);
    const { log } = given;
    const header = {
      format: runLogFormat,
      runId: crypto.randomUUID(),
      workflow,
      digest: digestOf(workflow),
      createdAt: Date.now(),
      engine: version,
      origin: "cli",
    } as const;
    return aloneWithLogs({ written: log }, io, async () => {
      if (log !== undefined && existsSync(log)) {
        throw new WrongUsage(`${log} is there already. Name another file, or go on with it: tickwork resume ${log}`);
      }
      return startHeadless({ header, ticks: [], artifacts: [], input, ...(log !== undefined && { log }) }, given, io);
    });
  },
};

async function readWorkflow(file: string): Promise<Workflow> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new WrongUsage(`There is no file ${file}.`);
  });
  const parsed = readWorkflowText(text);
  if (parsed.ok) return parsed.value;
  const lines = parsed.problems.map(
    ({ line, column, pointer, message }) =>
      `${file}:${line === undefined ? "" : `${line}:${column}:`} ${pointer} ${message}`,
  );
  throw new WrongUsage(lines.join("\n"));
}

async function freeze(workflow: Workflow, file: string): Promise<Workflow> {
  const inlined = await inlineFiles(workflow, file);
  if (inlined.ok) return inlined.workflow;
  const lines = inlined.problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  throw new WrongUsage(["Nothing was started.", ...lines].join("\n"));
}

async function readInput(written: string | undefined): Promise<Json> {
  if (written === undefined) return null;
  const fromFile = written.startsWith("@");
  const text = fromFile
    ? await readFile(written.slice(1), "utf8").catch(() => {
        throw new WrongUsage(`--input: there is no file ${written.slice(1)}.`);
      })
    : written;
  const { value, findings } = readJsonText(text);
  if (value === undefined || findings.length > 0) {
    const [finding] = findings;
    throw new WrongUsage(`--input: ${finding ? `${finding.line}:${finding.column}: ${finding.message}` : "not JSON"}`);
  }
  return value;
}
