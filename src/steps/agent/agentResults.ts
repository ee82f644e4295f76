import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import type { CallResult } from "../../protocol/runnerCalls.ts";
import { handOn } from "../../runtime/handOn.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import { completeResults } from "../completeResults.ts";
import type { Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";

type Chat = Extract<CallResult, { kind: "chat" }>;

/**
 * What an answer means for its step: with an `output` schema the whole text must be one JSON value that fits (T15).
 * Text and value are both kept; of an answer that does not fit, the text stands in the failure.
 */
export async function agentResults(work: Work<"agent">, chat: Chat): Promise<readonly Result[]> {
  const { text, usage, finish, model } = chat;
  const handed: JsonObject = {
    text,
    usage: { input: usage.input, output: usage.output },
    model,
    ...(finish !== null && finish !== "stop" && { finish }),
  };
  try {
    if (work.step.output === undefined) return await completeResults(work, [handOn(work.step, handed)]);
    const output = readAnswer(text, finish);
    const results: readonly Result[] = [{ kind: "output", value: output }, handOn(work.step, { ...handed, output })];
    return await completeResults(work, results);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const { data } = error.failure;
    const more = typeof data === "object" && data !== null && !Array.isArray(data) ? (data as JsonObject) : {};
    return [{ kind: "fail", failure: { ...error.failure, data: { ...more, ...handed } } }];
  }
}

function readAnswer(text: string, finish: string | null): Json {
  if (finish === "length") {
    // Asking again would be cut at the same place, so this is no answer to be corrected.
    const message = "The answer was cut at its token limit before the JSON was complete. Raise maxTokens.";
    throw new StepFailure({ name: "CutAnswerError", message });
  }
  const { value, findings } = readJsonText(text);
  const [finding] = findings;
  if (value !== undefined && finding === undefined) return value;
  const place = finding === undefined ? "" : ` (line ${finding.line}, column ${finding.column})`;
  const message = `The answer must be one JSON value and nothing else. ${finding?.message ?? ""}${place}`;
  throw new StepFailure({ name: failureNames.output, message });
}
