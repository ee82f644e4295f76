import { type Failure, failureNames } from "../../engine/failure.ts";
import type { Exit, Result } from "../../engine/result.ts";
import type { AttemptCompletion, ProgramFile } from "../../protocol/runnerApi.ts";
import { handOn } from "../../runtime/handOn.ts";
import type { Finish } from "../../runtime/world.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import { completeResults } from "../completeResults.ts";
import type { Work } from "../executor.ts";
import type { AttemptEnd } from "../runner/conductAttempt.ts";
import { StepFailure } from "../stepFailure.ts";

/** What a command that ended means for its step (T14). The exit is always recorded. */
async function commandResults(work: Work<"command">, completion: AttemptCompletion): Promise<readonly Result[]> {
  const { exit, stdout, stderr, denied, message = "It was not allowed to run." } = completion;
  if (denied) return [{ kind: "fail", denied, failure: { name: failureNames.denied, message } }];
  const recorded: Result = { kind: "exit", exit };
  if (exit === "cancellation") return [recorded, { kind: "cancelled" }];
  const code = typeof exit === "object" && "code" in exit ? exit.code : null;
  const data: JsonObject = { exit: code, stdout: stdout.text, stderr: stderr.text };
  if (code === null || !(work.step.config.okExits ?? [0]).includes(code)) {
    return [recorded, { kind: "fail", failure: { ...endedBadly(exit, completion, work), data } }];
  }
  try {
    const output = work.step.output === undefined ? undefined : readOutput(completion);
    const handed = output === undefined ? data : { ...data, output };
    const results: readonly Result[] = [
      recorded,
      ...(output === undefined ? [] : [{ kind: "output", value: output } as const]),
      handOn(work.step, handed),
    ];
    return await completeResults(work, results);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    return [recorded, { kind: "fail", failure: { ...error.failure, data: withErrors(data, error.failure) } }];
  }
}

/** Its results, with times and evidence. */
export async function commandFinished(work: Work<"command">, end: AttemptEnd): Promise<Finish> {
  if (end.state === "answered") {
    const failure = { name: "RunnerError", message: "The runner answers as if the step were no command." };
    return { results: [{ kind: "fail", failure }] };
  }
  const { completion } = end;
  const { started, ended, waited } = completion;
  const results = await commandResults(work, completion);
  return { results, started, ended, waited, evidence: evidenceOf(completion) };
}

/** Sizes, digests and the program that really ran, for people. */
function evidenceOf({ stdout, stderr, program }: AttemptCompletion): Json {
  const kept = ({ observedBytes, keptBytes, digest }: typeof stdout) => ({ observedBytes, keptBytes, digest });
  return {
    stdout: kept(stdout),
    stderr: kept(stderr),
    ...(program && {
      program: { ...programJson(program), ...(program.before && { before: programJson(program.before) }) },
    }),
  };
}

function programJson({ path, digest }: ProgramFile): JsonObject {
  return { path, ...(digest !== undefined && { digest }) };
}

function withErrors(data: JsonObject, { data: more }: Failure): JsonObject {
  return typeof more === "object" && more !== null && !Array.isArray(more)
    ? { ...data, ...(more as JsonObject) }
    : data;
}

/** stdout as one JSON value, whole and exact; a number that would be rounded is refused. */
function readOutput({ stdout }: AttemptCompletion): Json {
  if (stdout.keptBytes !== stdout.observedBytes) {
    const message = `stdout is ${stdout.observedBytes} bytes long and only ${stdout.keptBytes} of them were kept, so it is no output. Raise maxOutputBytes.`;
    throw new StepFailure({ name: failureNames.output, message });
  }
  const { value, findings } = readJsonText(stdout.text);
  const [finding] = findings;
  if (value !== undefined && finding === undefined) return value;
  const place = finding === undefined ? "" : ` (line ${finding.line}, column ${finding.column})`;
  const message = `stdout must be one JSON value. ${finding?.message ?? ""}${place}`;
  throw new StepFailure({ name: failureNames.output, message });
}

function endedBadly(exit: Exit, { message, stderr }: AttemptCompletion, { step }: Work<"command">): Failure {
  const program = step.config.argv?.[0] ?? step.config.shell?.program ?? "The command";
  const said = lastLine(stderr.text);
  if (exit === "timeout") {
    return { name: failureNames.timedOut, message: message ?? `${program} took longer than it may and was stopped.` };
  }
  if (typeof exit === "string")
    return { name: failureNames.spawn, message: message ?? `${program} could not be started.` };
  const how = "code" in exit ? `ended with exit ${exit.code}` : `was ended by ${exit.signal}`;
  return { name: failureNames.exit, message: `${program} ${how}${said === "" ? "." : `: ${said}`}` };
}

function lastLine(text: string): string {
  const lines = text.trimEnd().split("\n");
  return (lines.at(-1) ?? "").trim().slice(0, 300);
}
