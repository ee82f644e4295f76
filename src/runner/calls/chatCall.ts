import type { CallResult, ChatCall } from "../../protocol/runnerCalls.ts";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { makeScrubber } from "../host/scrubber.ts";
import { isObject } from "../parseAttempt.ts";
import { CallFailed, type CallWorld } from "./callWorld.ts";
import { readEvents } from "./eventStream.ts";
import { maskText } from "./httpCall.ts";
import { brokenOff, type Incoming, sendRequest } from "./sendRequest.ts";

/** Most of an error's text that is kept, characters. */
const mostSaid = 2_000;

/** What of an answer is known so far. */
interface Answer {
  finish: string | null;
  usage: { readonly input: number | null; readonly output: number | null };
  model: string;
  /** The server said that nothing more comes. */
  isWhole: boolean;
}

/**
 * A chat with an OpenAI-compatible server, streamed. The server is one that a person configured here, so its address
 * needs no further consent; it is never followed to another one, where the key would go along.
 */
export async function carryOutChat(
  call: ChatCall,
  model: ModelEntry,
  key: string | undefined,
  world: CallWorld,
): Promise<CallResult> {
  const url = new URL(`${model.url}/chat/completions`);
  const ask = (withSchema: boolean): Promise<Incoming> =>
    sendRequest({
      method: "POST",
      url,
      headers: {
        accept: "text/event-stream, application/json",
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(bodyOf(call, model.model, withSchema, world)),
      mayBePrivate: true,
      signal: world.signal,
    });
  try {
    let incoming = await ask(call.schema !== undefined);
    // Servers that know no schemas say so before they begin; the step checks the answer anyway.
    if (call.schema !== undefined && [400, 404, 422, 501].includes(incoming.status)) {
      incoming.discard();
      incoming = await ask(false);
    }
    if (incoming.status !== 200) throw await refusedBy(url, incoming, world);
    const isStream = incoming.headers["content-type"]?.startsWith("text/event-stream") === true;
    return await (isStream ? readStream : readWhole)(call, model, incoming, world);
  } catch (error) {
    throw error instanceof CallFailed || world.signal.aborted ? error : brokenOff(url, error as Error);
  }
}

function bodyOf(call: ChatCall, model: string, withSchema: boolean, world: CallWorld): JsonObject {
  const { messages, temperature, maxTokens, schema } = call;
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content: world.fill(content) })),
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(withSchema &&
      schema !== undefined && {
        response_format: { type: "json_schema", json_schema: { name: "answer", schema: schema as Json } },
      }),
  };
}

async function refusedBy(url: URL, incoming: Incoming, world: CallWorld): Promise<CallFailed> {
  const { status, headers } = incoming;
  const bytes: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    bytes.push(chunk);
    length += chunk.length;
    if (length > 4 * mostSaid) break;
  }
  incoming.discard();
  const said = maskText(Buffer.concat(bytes).toString(), world.secrets).slice(0, mostSaid);
  const retryAfterMs = retryAfterOf(headers["retry-after"]);
  const reason = status >= 300 && status < 400 ? "redirects, which is not followed" : `answered ${status}`;
  return new CallFailed({
    code: "status",
    message: `The model server at ${url.host} ${reason}${errorIn(said)}`,
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(said !== "" && { said }),
  });
}

/** The sentence of an error that the server sent as JSON, behind a colon. */
function errorIn(text: string): string {
  const error = parsed(text)?.error ?? null;
  const message = isObject(error) ? error.message : error;
  return typeof message === "string" ? `: ${message.slice(0, 300)}` : ".";
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}

async function readStream(
  call: ChatCall,
  model: ModelEntry,
  incoming: Incoming,
  world: CallWorld,
): Promise<CallResult> {
  const answer: Answer = { finish: null, usage: { input: null, output: null }, model: model.model, isWhole: false };
  const events = readEvents();
  const scrubber = makeScrubber(world.secrets);
  const add = keeper(call, world);
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    for (const data of events.add(chunk)) {
      if (data === "[DONE]") answer.isWhole = true;
      else add(scrubber.add(Buffer.from(takeOver(answer, data))));
    }
  }
  add(scrubber.end());
  if (answer.isWhole || answer.finish !== null) return chatOf(answer, world);
  throw new CallFailed({
    code: "network",
    message: `The answer of ${new URL(model.url).host} broke off before its end.`,
    said: textOf(world),
  });
}

/** Adds to what is kept; an answer that is too long is none. */
function keeper({ maxOutputBytes }: ChatCall, world: CallWorld): (bytes: Buffer) => void {
  return (bytes) => {
    if (world.kept.observed + bytes.length > maxOutputBytes) {
      throw new CallFailed({
        code: "too-large",
        message: `The answer is longer than the ${maxOutputBytes} bytes that this step keeps. Raise its maxOutputBytes.`,
      });
    }
    if (bytes.length === 0) return;
    world.kept.add(bytes);
    world.changed();
  };
}

/** Takes over what one event says, and answers its piece of text. */
function takeOver(answer: Answer, data: string): string {
  const event = parsed(data);
  if (event === undefined) {
    throw new CallFailed({
      code: "protocol",
      message: "The model server sent an event that is no JSON object.",
      said: data.slice(0, mostSaid),
    });
  }
  if (event.error !== undefined && event.error !== null) {
    throw new CallFailed({
      code: "protocol",
      message: `The model server stopped with an error${errorIn(data)}`,
      said: data.slice(0, mostSaid),
    });
  }
  if (typeof event.model === "string") answer.model = event.model;
  if (isObject(event.usage ?? null)) answer.usage = usageOf(event.usage as JsonObject);
  const choice = Array.isArray(event.choices) ? (event.choices[0] ?? null) : null;
  if (!isObject(choice)) return "";
  if (typeof choice.finish_reason === "string") answer.finish = choice.finish_reason;
  const part = choice.delta ?? choice.message ?? null;
  return isObject(part) && typeof part.content === "string" ? part.content : "";
}

/** A server that does not stream. */
async function readWhole(call: ChatCall, model: ModelEntry, incoming: Incoming, world: CallWorld): Promise<CallResult> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The text stands in an envelope, escaped.
    if (length > 6 * call.maxOutputBytes + 65_536)
      throw new CallFailed({
        code: "too-large",
        message: `The answer is longer than this step keeps. Raise its maxOutputBytes.`,
      });
    chunks.push(chunk);
  }
  const answer: Answer = { finish: null, usage: { input: null, output: null }, model: model.model, isWhole: true };
  const text = Buffer.concat(chunks).toString();
  if (!Array.isArray(parsed(text)?.choices)) {
    throw new CallFailed({
      code: "protocol",
      message: `${new URL(model.url).host} answered something that is no chat. Its address should end where /chat/completions follows, mostly in /v1.`,
      said: maskText(text, world.secrets).slice(0, mostSaid),
    });
  }
  keeper(call, world)(Buffer.from(maskText(takeOver(answer, text), world.secrets)));
  return chatOf(answer, world);
}

function chatOf({ finish, usage, model }: Answer, world: CallWorld): CallResult {
  return { kind: "chat", text: textOf(world), usage, finish, model };
}

function textOf({ kept }: CallWorld): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept.head());
}

function usageOf(usage: JsonObject): Answer["usage"] {
  const count = (value: Json | undefined): number | null =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
  return { input: count(usage.prompt_tokens), output: count(usage.completion_tokens) };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
