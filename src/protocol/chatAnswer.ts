import { isJsonObject, type Json, type JsonObject } from "../workflow/json.ts";
import type { CallFailure, CallResult, ChatCall } from "./runnerCalls.ts";

/*
 * What an OpenAI-compatible server is asked, and how what it says is read: the same whether the runner asks or the tab
 * does. Nothing that a server says is more than text.
 */

/** Most of an error's text that is kept, characters. */
export const mostSaid = 2_000;

/** Takes secrets out of a text, before it is cut: half of one would not be known any more. */
export type Mask = (text: string) => string;
const asItIs: Mask = (text) => text;

export function chatBody(
  { messages, temperature, maxTokens, schema }: Pick<ChatCall, "messages" | "temperature" | "maxTokens" | "schema">,
  model: string,
  { withSchema }: { readonly withSchema: boolean },
): JsonObject {
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
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

/** Whether a server may have refused because it knows no schemas: asked again without one, it may answer. */
export function mayKnowNoSchemas(status: number): boolean {
  return [400, 404, 422, 501].includes(status);
}

/** What of an answer is known so far, its text apart. */
export interface ChatAnswer {
  finish: string | null;
  usage: { readonly input: number | null; readonly output: number | null };
  model: string;
  /** The server said that nothing more comes. */
  isWhole: boolean;
}

export function newAnswer(model: string): ChatAnswer {
  return { finish: null, usage: { input: null, output: null }, model, isWhole: false };
}

export function chatOf({ finish, usage, model }: ChatAnswer, text: string): Extract<CallResult, { kind: "chat" }> {
  return { kind: "chat", text, usage, finish, model };
}

/** Takes over what one event says. Answers its piece of text, or why this is no answer. */
export function takeEvent(answer: ChatAnswer, data: string, mask: Mask = asItIs): string | CallFailure {
  if (data === "[DONE]") {
    answer.isWhole = true;
    return "";
  }
  const event = parsed(data);
  if (event === undefined) {
    return {
      code: "protocol",
      message: "The model server sent an event that is no JSON object.",
      said: mask(data).slice(0, mostSaid),
    };
  }
  if (event.error !== undefined && event.error !== null) {
    return {
      code: "protocol",
      message: `The model server stopped with an error${errorIn(data, mask)}`,
      said: mask(data).slice(0, mostSaid),
    };
  }
  if (typeof event.model === "string") answer.model = event.model;
  if (isJsonObject(event.usage)) answer.usage = usageOf(event.usage);
  const choice: Json | undefined = Array.isArray(event.choices) ? event.choices[0] : undefined;
  if (!isJsonObject(choice)) return "";
  if (typeof choice.finish_reason === "string") answer.finish = choice.finish_reason;
  const part = choice.delta ?? choice.message;
  return isJsonObject(part) && typeof part.content === "string" ? part.content : "";
}

/** Takes over the whole answer of a server that does not stream. */
export function takeWhole(answer: ChatAnswer, text: string, host: string, mask: Mask = asItIs): string | CallFailure {
  answer.isWhole = true;
  if (Array.isArray(parsed(text)?.choices)) return takeEvent(answer, text, mask);
  return {
    code: "protocol",
    message: `${host} answered something that is no chat. Its address should end where /chat/completions follows, mostly in /v1.`,
    said: mask(text).slice(0, mostSaid),
  };
}

/** Whether an answer that ended came to its end. */
export function isComplete({ isWhole, finish }: ChatAnswer): boolean {
  return isWhole || finish !== null;
}

export function brokeOff(host: string, said: string): CallFailure {
  return { code: "network", message: `The answer of ${host} broke off before its end.`, said };
}

export function tooLong(maxOutputBytes: number): CallFailure {
  return {
    code: "too-large",
    message: `The answer is longer than the ${maxOutputBytes} bytes that this step keeps. Raise its maxOutputBytes.`,
  };
}

/** A status that is no answer. `now`: epoch ms, against which a date in `Retry-After` is read. */
export function refusedChat(
  host: string,
  refusal: { readonly status: number; readonly retryAfter: string | undefined; readonly said: string },
  now: number,
  mask: Mask = asItIs,
): CallFailure {
  const { status, retryAfter } = refusal;
  const said = mask(refusal.said).slice(0, mostSaid);
  const retryAfterMs = retryAfterOf(retryAfter, now);
  const reason = status >= 300 && status < 400 ? "redirects, which is not followed" : `answered ${status}`;
  return {
    code: "status",
    message: `The model server at ${host} ${reason}${errorIn(refusal.said, mask)}`,
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(said !== "" && { said }),
  };
}

/** The sentence of an error that the server sent as JSON, behind a colon. */
function errorIn(text: string, mask: Mask): string {
  const error = parsed(text)?.error;
  const message = isJsonObject(error) ? error.message : error;
  return typeof message === "string" ? `: ${mask(message).slice(0, 300)}` : ".";
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}

function usageOf(usage: JsonObject): ChatAnswer["usage"] {
  const count = (value: Json | undefined): number | null =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
  return { input: count(usage.prompt_tokens), output: count(usage.completion_tokens) };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
