import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import {
  brokeOff,
  type ChatAnswer,
  chatBody,
  chatOf,
  isComplete,
  mayKnowNoSchemas,
  mostSaid,
  newAnswer,
  refusedChat,
  takeEvent,
  takeWhole,
  tooLong,
} from "../../protocol/chatAnswer.ts";
import { readEvents } from "../../protocol/eventStream.ts";
import type { CallFailure, ChatCall } from "../../protocol/runnerCalls.ts";
import { type ModelServer, modelServerOf } from "../../workflow/modelServer.ts";
import { hostOf } from "../../workflow/permissions.ts";
import { settle } from "../computed.ts";
import type { Running, Work } from "../executor.ts";
import { readBytes } from "../http/bodyBytes.ts";
import { explainNetworkError } from "../http/explainNetworkError.ts";
import { callFailure } from "../runner/callFailure.ts";
import { StepFailure } from "../stepFailure.ts";
import { agentMessages } from "./agentMessages.ts";
import { agentResults } from "./agentResults.ts";

/**
 * Asks a model of this machine or network from this process, without a key. The address stands in the step, so that
 * consent to its host was consent to it; it is never followed elsewhere. There is no intent in the journal (R65): what a
 * reload cut off is for a person to decide, because an answer may have been paid for (T19).
 */
export function chatFromHere(work: Work<"agent">): Running {
  const ending = new AbortController();
  void settle(work, () => carryOut(work, ending.signal));
  return {
    abort: () => ending.abort(),
    // Nothing of an answer is used before it is whole, so an answer that is cut off has done nothing.
    stop: () => {
      void work.execution.finish({ results: [{ kind: "cancelled" }] });
      ending.abort();
    },
  };
}

/** An answer that is none, as data of its failure. */
class NoAnswer extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function carryOut(work: Work<"agent">, signal: AbortSignal): Promise<readonly Result[]> {
  const { temperature, maxTokens } = work.step.config;
  const server = modelServerOf(work.step.config);
  if (server === undefined) {
    const message = "The step does not say whom the tab asks: give the model's server as `url`, or name a local model.";
    throw new StepFailure({ name: "ConfigError", message });
  }
  const { messages } = await agentMessages(work);
  const schema = work.step.output;
  const asked = {
    messages,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(schema !== undefined && { schema }),
  };
  const withdrawn = await work.around.withdrawnSince({ kind: "host", host: hostOf(server.url) });
  if (withdrawn !== null) {
    return [{ kind: "fail", denied: true, failure: { name: failureNames.denied, message: withdrawn } }];
  }
  signal.throwIfAborted();
  try {
    return await agentResults(work, await chat(work, server, asked, signal));
  } catch (error) {
    if (error instanceof NoAnswer) return [callFailure("ModelError", error.failure)];
    throw error;
  }
}

async function chat(
  work: Work<"agent">,
  server: ModelServer,
  asked: Pick<ChatCall, "messages" | "temperature" | "maxTokens" | "schema">,
  signal: AbortSignal,
): Promise<ReturnType<typeof chatOf>> {
  const url = `${server.url}/chat/completions`;
  const { host } = new URL(url);
  const send = async (withSchema: boolean): Promise<Response> => {
    try {
      return await work.around.web.fetch(url, {
        method: "POST",
        headers: { accept: "text/event-stream, application/json", "content-type": "application/json" },
        body: JSON.stringify(chatBody(asked, server.model, { withSchema })),
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
        signal,
      });
    } catch (error) {
      const request = { method: "POST", url, headers: {} };
      throw new StepFailure(withAdvice(work, await explainNetworkError(work.around.web, request, error, signal)));
    }
  };
  let response = await send(asked.schema !== undefined);
  // Servers that know no schemas say so before they begin; the step checks the answer anyway.
  if (asked.schema !== undefined && mayKnowNoSchemas(response.status)) {
    void response.body?.cancel().catch(() => {});
    response = await send(false);
  }
  const redirects = response.type === "opaqueredirect";
  if (redirects || response.status !== 200) {
    const said = redirects ? "" : await errorText(response);
    const retryAfter = response.headers.get("retry-after") ?? undefined;
    const status = redirects ? 302 : response.status;
    throw new NoAnswer(refusedChat(host, { status, retryAfter, said }, work.around.now()));
  }
  const answer = newAnswer(server.model);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const text = await (isStream ? readStream : readWhole)(work, answer, response, host);
  return chatOf(answer, text);
}

async function readStream(work: Work<"agent">, answer: ChatAnswer, response: Response, host: string): Promise<string> {
  const limit = work.step.maxOutputBytes ?? 1_048_576;
  const events = readEvents();
  const encoder = new TextEncoder();
  let text = "";
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const read = await reader?.read().catch(() => {
        throw new NoAnswer(brokeOff(host, text));
      });
      if (read === undefined || read.done) break;
      for (const data of events.add(read.value)) {
        const piece = textIn(takeEvent(answer, data));
        bytes += encoder.encode(piece).length;
        if (bytes > limit) throw new NoAnswer(tooLong(limit));
        text += piece;
        if (piece !== "") work.execution.say(piece);
      }
    }
  } finally {
    // Nobody waits for a server that goes on.
    void reader?.cancel().catch(() => {});
  }
  if (isComplete(answer)) return text;
  throw new NoAnswer(brokeOff(host, text));
}

/** A server that does not stream. */
async function readWhole(work: Work<"agent">, answer: ChatAnswer, response: Response, host: string): Promise<string> {
  const limit = work.step.maxOutputBytes ?? 1_048_576;
  // The text stands in an envelope, escaped.
  const { bytes, cut } = await readBytes(response.body, 6 * limit + 65_536).catch(() => {
    throw new NoAnswer(brokeOff(host, ""));
  });
  const text = cut ? "" : textIn(takeWhole(answer, new TextDecoder().decode(bytes), host));
  if (cut || new TextEncoder().encode(text).length > limit) throw new NoAnswer(tooLong(limit));
  work.execution.say(text);
  return text;
}

async function errorText(response: Response): Promise<string> {
  try {
    return new TextDecoder().decode((await readBytes(response.body, 4 * mostSaid)).bytes);
  } catch {
    return "";
  }
}

function textIn(taken: string | CallFailure): string {
  if (typeof taken !== "string") throw new NoAnswer(taken);
  return taken;
}

/** What people do about it where the server is one of those that are known by name. */
function withAdvice(
  { around }: Work<"agent">,
  failure: Awaited<ReturnType<typeof explainNetworkError>>,
): typeof failure {
  if (failure.name !== "CorsError" || around.web.page === undefined) return failure;
  const { origin } = new URL(around.web.page);
  const advice = `Ollama allows it when it is started with OLLAMA_ORIGINS=${origin}, LM Studio with “Enable CORS” in the settings of its server.`;
  return { ...failure, message: `${failure.message} ${advice}` };
}
