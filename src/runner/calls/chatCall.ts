import {
  brokeOff,
  type ChatAnswer,
  chatBody,
  chatOf,
  isComplete,
  type Mask,
  mayKnowNoSchemas,
  mostSaid,
  newAnswer,
  refusedChat,
  takeEvent,
  takeWhole,
  tooLong,
} from "../../protocol/chatAnswer.ts";
import { readEvents } from "../../protocol/eventStream.ts";
import type { CallFailure, CallResult, ChatCall } from "../../protocol/runnerCalls.ts";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import { makeScrubber } from "../host/scrubber.ts";
import { CallFailed, type CallWorld } from "./callWorld.ts";
import { maskText } from "./httpCall.ts";
import { brokenOff, type Incoming, sendRequest } from "./sendRequest.ts";

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
  const messages = call.messages.map(({ role, content }) => ({ role, content: world.fill(content) }));
  const filled = { ...call, messages };
  const ask = (withSchema: boolean): Promise<Incoming> =>
    sendRequest({
      method: "POST",
      url,
      headers: {
        accept: "text/event-stream, application/json",
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(chatBody(filled, model.model, { withSchema })),
      mayBePrivate: true,
      signal: world.signal,
    });
  try {
    let incoming = await ask(call.schema !== undefined);
    // Servers that know no schemas say so before they begin; the step checks the answer anyway.
    if (call.schema !== undefined && mayKnowNoSchemas(incoming.status)) {
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
  const said = Buffer.concat(bytes).toString();
  const refusal = { status, retryAfter: headers["retry-after"], said };
  return new CallFailed(refusedChat(url.host, refusal, Date.now(), maskOf(world)));
}

async function readStream(
  call: ChatCall,
  model: ModelEntry,
  incoming: Incoming,
  world: CallWorld,
): Promise<CallResult> {
  const answer: ChatAnswer = newAnswer(model.model);
  const events = readEvents();
  const scrubber = makeScrubber(world.secrets);
  const mask = maskOf(world);
  const add = keeper(call, world);
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    for (const data of events.add(chunk)) add(scrubber.add(Buffer.from(textIn(takeEvent(answer, data, mask)))));
  }
  add(scrubber.end());
  if (isComplete(answer)) return chatOf(answer, textOf(world));
  throw new CallFailed(brokeOff(new URL(model.url).host, textOf(world)));
}

/** Adds to what is kept; an answer that is too long is none. */
function keeper({ maxOutputBytes }: ChatCall, world: CallWorld): (bytes: Buffer) => void {
  return (bytes) => {
    if (world.kept.observed + bytes.length > maxOutputBytes) {
      throw new CallFailed(tooLong(maxOutputBytes));
    }
    if (bytes.length === 0) return;
    world.kept.add(bytes);
    world.changed();
  };
}

/** A server that fails may repeat what it was told: its words are masked too. */
function textIn(taken: string | CallFailure): string {
  if (typeof taken === "string") return taken;
  throw new CallFailed(taken);
}

/** A server that does not stream. */
async function readWhole(call: ChatCall, model: ModelEntry, incoming: Incoming, world: CallWorld): Promise<CallResult> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The text stands in an envelope, escaped.
    if (length > 6 * call.maxOutputBytes + 65_536) throw new CallFailed(tooLong(call.maxOutputBytes));
    chunks.push(chunk);
  }
  const answer: ChatAnswer = newAnswer(model.model);
  const mask = maskOf(world);
  const text = textIn(takeWhole(answer, Buffer.concat(chunks).toString(), new URL(model.url).host, mask));
  keeper(call, world)(Buffer.from(mask(text)));
  return chatOf(answer, textOf(world));
}

function maskOf({ secrets }: CallWorld): Mask {
  return (text) => maskText(text, secrets);
}

function textOf({ kept }: CallWorld): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(kept.head());
}
