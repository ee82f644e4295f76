import type { Result } from "../../engine/result.ts";
import type { CallResult, FileCall } from "../../protocol/runnerCalls.ts";
import type { Text } from "../../protocol/sandbox.ts";
import { handOn } from "../../runtime/handOn.ts";
import type { Finish } from "../../runtime/world.ts";
import { canBeDoneByPerson } from "../../workflow/filesByPerson.ts";
import type { Json } from "../../workflow/json.ts";
import { isTemplated } from "../../workflow/template.ts";
import { completeResults } from "../completeResults.ts";
import { computed } from "../computed.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Executor, Work } from "../executor.ts";
import { askForFile, doneByPerson } from "../file/fileByPerson.ts";
import { readContent, writtenContent } from "../file/fileContent.ts";
import { markSecrets } from "../markSecrets.ts";
import { callFailure, callFrame } from "../runner/callFailure.ts";
import { type AttemptEnd, throughRunner } from "../runner/conductAttempt.ts";
import { StepFailure } from "../stepFailure.ts";

/** How long a file may take where the step has no `timeoutMs`: the gate of the workspace and the disk, each, ms. */
const patienceMs = 600_000;

const byRunner = throughRunner<"file", FileCall>({
  request: fileCall,
  start: (runner, _key, call) => runner.file(call),
  finished,
});

/**
 * Reads, writes and lists in a workspace, through the runner. In a tab that is paired with none a person stands in for
 * it: that is decided where an execution begins, and an execution that asked stays with the person.
 */
export const runFile: Executor<"file"> = {
  begin: (work) => {
    const asked = work.dispatch.waits.length > 0;
    const isAlone = work.around.runner.status.kind === "unpaired";
    return asked || (isAlone && canBeDoneByPerson(work.step)) ? byPerson.begin(work) : byRunner.begin(work);
  },
  attach: (work, key, owner) => byRunner.attach(work, key, owner),
};

const byPerson = computed<"file">(async (work) => {
  const call = await fileCall(work);
  const [outcome] = work.dispatch.waits;
  if (outcome === undefined) {
    work.execution.log("info", `No runner is paired with this tab, so a person ${doing(call)} ${call.path}.`);
    return [askForFile(work, call)];
  }
  const answer = await doneByPerson(work, call, outcome.event?.data);
  return answer.kind === "failed" ? [callFailure("FileError", answer.failure)] : handedOn(work, answer);
});

function doing({ operation }: FileCall): string {
  return operation === "write" ? "is offered the download of" : "is asked for";
}

async function fileCall(work: Work<"file">): Promise<FileCall> {
  const { operation, path, workspace, as = "text", content } = work.step.config;
  const texts: Text[] = [];
  const template = (name: string, source: string): (() => string) => {
    if (!isTemplated(source)) return () => source;
    const at = texts.push({ language: "template", name, source }) - 1;
    return () => String(values[at]);
  };
  const filled = { path: template("path", path), content: template("content", content ?? "") };
  const marked = markSecrets(texts);
  const values: readonly (Json | undefined)[] = await evaluateTexts(work, texts, { secrets: marked.secrets });
  if (operation === "write" && content === undefined) {
    throw new StepFailure({ name: "ConfigError", message: "The step writes a file but has no content." });
  }
  return {
    ...callFrame(work, patienceMs),
    operation,
    ...(workspace !== undefined && { workspace }),
    path: filled.path(),
    encoding: as === "bytes" ? "base64" : "utf8",
    ...(operation === "write" && { content: writtenContent(as, filled.content(), filled.path()) }),
    ...marked.request,
  };
}

async function finished(work: Work<"file">, end: AttemptEnd): Promise<Finish> {
  if (end.state !== "answered") throw new Error("The runner answered a file step as if it were a command.");
  const { result, started, ended, waited } = end;
  return { results: await resultsOf(work, result), started, ended, waited };
}

async function resultsOf(work: Work<"file">, result: CallResult): Promise<readonly Result[]> {
  switch (result.kind) {
    case "failed":
      return [callFailure("FileError", result.failure)];
    case "cancelled":
      return [{ kind: "cancelled" }];
    default:
      try {
        return await completeResults(work, handedOn(work, result));
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        return [{ kind: "fail", failure: error.failure }];
      }
  }
}

function handedOn(work: Work<"file">, result: CallResult): readonly Result[] {
  const { as = "text" } = work.step.config;
  switch (result.kind) {
    case "read": {
      const { path, bytes, digest } = result;
      const content = readContent(as, result.content, path);
      // What an `output` schema binds is what stands in the file.
      return [handOn(work.step, { path, bytes, digest, content }), { kind: "output", value: content }];
    }
    case "written": {
      const { path, bytes, digest } = result;
      return [handOn(work.step, { path, bytes, digest })];
    }
    case "listed": {
      const content: Json = result.entries.map((entry) => ({ ...entry }));
      const bytes = result.entries.reduce((sum, entry) => sum + (entry.bytes ?? 0), 0);
      return [handOn(work.step, { path: result.path, bytes, content }), { kind: "output", value: content }];
    }
    default:
      throw new Error(`The runner answered a file step with ${result.kind}.`);
  }
}
