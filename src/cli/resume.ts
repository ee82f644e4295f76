import { readFile } from "node:fs/promises";
import { planWorkflow } from "../engine/plan.ts";
import { bytesOf, digestOf, referencesIn } from "../engine/reference.ts";
import { encodeState } from "../engine/stateCodec.ts";
import type { Tick } from "../engine/tick.ts";
import { foldRun } from "../runtime/resumeRun.ts";
import type { LogPart } from "../transfer/readRunLog.ts";
import type { LogArtifact, RunLogHeader } from "../transfer/runLogFormat.ts";
import { type Command, type Io, WrongUsage } from "./command.ts";
import { aloneWithLogs } from "./headless/aloneWithLogs.ts";
import { type HeadlessArguments, headlessArguments } from "./headless/headlessArguments.ts";
import { startHeadless } from "./headless/startHeadless.ts";
import { corrupt, damageLine, readLogFile } from "./readLogFile.ts";

/** `tickwork resume`: goes on with a run whose log did not end, paused, needs a decision, or was cancelled (T26). */
export const resume: Command = {
  name: "resume",
  usage:
    "resume LOG [--log OUT] [--answer STEP=JSON]… [--decide STEP=rerun|failed|succeeded:JSON]… [--workspace [NAME=]DIR]… [--secret NAME=@env]… [--yes]",
  summary:
    "continues an unfinished or cancelled run log, in place or into OUT; --yes allows what it may do, which is asked otherwise",
  async run(args, io) {
    const given = headlessArguments(args, "run log");
    if (given.input !== undefined) throw new WrongUsage("The run has its input already.");
    return aloneWithLogs({ written: given.log ?? given.file, read: given.file }, io, () => goOn(given, io));
  },
};

async function goOn(given: HeadlessArguments, io: Io): Promise<number> {
  const { file } = given;
  const read = await readUnfinished(file);
  if (read.kind !== "unfinished") {
    io.err(damageLine(file, read));
    return corrupt;
  }
  const { header, ticks, artifacts } = read;
  if (ticks.length === 0)
    throw new WrongUsage(`${file} has no tick, so that the input of its run is not known. Run its workflow again.`);
  refuseMissing(file, header, ticks, artifacts);
  return startHeadless({ header, ticks, artifacts, log: given.log ?? file }, given, io);
}

export interface UnfinishedLog {
  readonly kind: "unfinished";
  readonly header: RunLogHeader;
  readonly ticks: readonly Tick[];
  readonly artifacts: readonly LogArtifact[];
}

/**
 * A log to be gone on with: whole, or the one that a process left which died at any byte, with every tick whose line is
 * whole. Anything else is damage.
 */
export async function readUnfinished(
  file: string,
): Promise<UnfinishedLog | Extract<LogPart, { kind: "damaged" | "refused" }>> {
  const ticks: Tick[] = [];
  const artifacts: LogArtifact[] = [];
  let header: RunLogHeader | undefined;
  for await (const part of await readLogFile(file)) {
    if (part.kind === "header") header = part.header;
    else if (part.kind === "tick") ticks.push(part.tick);
    else if (part.kind === "artifact") artifacts.push(part.artifact);
    else if (part.kind === "damaged" && (await isCutOff(file, part.damage.line))) ticks.length = part.ticks;
    else if (part.kind !== "intact") return part;
  }
  if (header === undefined) throw new Error("A log ended before its header");
  return { kind: "unfinished", header, ticks, artifacts };
}

/** A run that needs a value which its log left out cannot go on: better said before than by the step that needs it. */
function refuseMissing(
  file: string,
  { workflow }: RunLogHeader,
  ticks: readonly Tick[],
  artifacts: readonly LogArtifact[],
): void {
  const kept = new Set(artifacts.flatMap(({ digest, data }) => (data === undefined ? [] : [digest])));
  const { state } = foldRun(planWorkflow(workflow), { ticks });
  const missing = [...referencesIn(encodeState(state)).values()].filter((reference) => !kept.has(digestOf(reference)));
  if (missing.length === 0) return;
  const bytes = missing.reduce((sum, reference) => sum + bytesOf(reference), 0);
  const many = missing.length === 1 ? "a value" : `${missing.length} values`;
  throw new WrongUsage(
    `${file} leaves out ${many} (${bytes} bytes) that the run needs to go on. Export it again with its values.`,
  );
}

/** A process that died left a log without its end, perhaps in the middle of a line; all before is whole. */
async function isCutOff(file: string, line: number): Promise<boolean> {
  const text = await readFile(file, "utf8");
  const lines = text.split("\n").filter((entry) => entry !== "");
  const hasEnd = lines.at(-1)?.startsWith('{"end":') === true;
  return text.startsWith("{") && !hasEnd && line >= lines.length;
}
