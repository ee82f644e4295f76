import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { resolveValue } from "../../engine/resolve.ts";
import type { Tick } from "../../engine/tick.ts";
import type { LogArtifact, RunLogHeader } from "../../transfer/runLogFormat.ts";
import type { Json } from "../../workflow/json.ts";
import { needsRunner } from "../../workflow/needsRunner.ts";
import type { Problem } from "../../workflow/problem.ts";
import { validateWorkflow } from "../../workflow/validateWorkflow.ts";
import { type Io, WrongUsage } from "../command.ts";
import { GivenAnswers } from "./answers.ts";
import { askConsent } from "./askConsent.ts";
import { GivenDecisions } from "./decisions.ts";
import { driveRun } from "./driveRun.ts";
import { exitCodeOf, refusedConsent } from "./exitCodes.ts";
import type { HeadlessArguments } from "./headlessArguments.ts";
import { type Outside, openOutside } from "./openOutside.ts";
import { openRunLog, type RunLogFile } from "./runLogFile.ts";
import { openTerminal } from "./terminal.ts";

export interface HeadlessStart {
  readonly header: RunLogHeader;
  /** Empty: a new run, with `input`. */
  readonly ticks: readonly Tick[];
  readonly artifacts: readonly LogArtifact[];
  readonly input?: Json;
  /** Where the log goes; left out: nowhere. */
  readonly log?: string;
}

/** Checks what can be checked, asks for consent, drives the run and says how it ended; the exit code of `cli.md`. */
export async function startHeadless(start: HeadlessStart, given: HeadlessArguments, io: Io): Promise<number> {
  const { header, ticks, artifacts } = start;
  const { workflow } = header;
  const mistakes: string[] = [];
  const complain = (mistake: string) => void mistakes.push(mistake);
  const answers = new GivenAnswers(given.answers, workflow, complain);
  const decisions = new GivenDecisions(given.decisions, workflow, complain);
  const terminal = openTerminal();
  const needsMachine = needsRunner(workflow);
  const dataFolder = start.log === undefined ? undefined : resolve(`${start.log}.runner`);
  const outside = await openOutside(
    needsMachine
      ? {
          workspaces: given.workspaces,
          secrets: given.secrets,
          ...(dataFolder !== undefined && { dataFolder }),
          log: io.err,
        }
      : undefined,
  );
  try {
    await refuseMistakes(outside, start, mistakes);
    if (!(await askConsent(outside, workflow, { yes: given.yes, terminal }, io))) return refusedConsent;
    const log = await openRunLog(start.log, { header, ticks, artifacts }).catch((error: Error) => {
      throw new WrongUsage(`${start.log} cannot be written: ${error.message}`);
    });
    const state = await driveRun({
      header,
      ticks,
      ...(start.input !== undefined && { input: start.input }),
      log,
      outside,
      answers,
      decisions,
      terminal,
      io,
    }).finally(() => endLog(log, start.log, io));
    if (state.reason !== null) io.err(state.reason);
    if (state.lifecycle === "completed") {
      // What the run's last value is worth is the value, not where it is kept.
      const result = await resolveValue(state.result, log.journal.artifact);
      io.out(JSON.stringify(result));
    } else if (start.log !== undefined) io.err(`It can go on: tickwork resume ${start.log}`);
    await outside.close();
    if (state.lifecycle === "completed" && dataFolder !== undefined)
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    return exitCodeOf(state) ?? 1;
  } finally {
    await outside.close();
  }
}

/** The run ended, whatever becomes of the last line of its log; all ticks stand there already. */
async function endLog(log: RunLogFile, file: string | undefined, io: Io): Promise<void> {
  await log.close().catch((error: Error) => {
    io.err(`The end of ${file} could not be written: ${error.message}. All that happened before stands there.`);
  });
}

/** Everything that would make the run pointless is told before it begins. */
async function refuseMistakes(outside: Outside, start: HeadlessStart, inArguments: readonly string[]): Promise<void> {
  const lines = [...inArguments, ...(start.ticks.length > 0 ? [] : await findMistakes(outside, start))];
  if (lines.length > 0) throw new WrongUsage(["Nothing was started.", ...lines].join("\n"));
}

/** What is wrong with a new run, in lines for a person. */
async function findMistakes(outside: Outside, { header, input = null }: HeadlessStart): Promise<readonly string[]> {
  const { workflow } = header;
  const found: readonly Problem[] = [...validateWorkflow(workflow), ...(await outside.checkSources(workflow))];
  const errors = found.filter(({ severity }) => severity === "error");
  const misfits = workflow.input === undefined ? [] : await outside.validate(workflow.input, input);
  return [
    ...errors.map(({ pointer, message }) => `${pointer || "/"}: ${message}`),
    ...misfits.map(({ pointer, message }) => `--input ${pointer || "/"}: ${message}`),
  ];
}
