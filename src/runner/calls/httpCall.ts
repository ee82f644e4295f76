import type { CallResult, HttpCall, KeptBody } from "../../protocol/runnerCalls.ts";
import { secretsMarkedIn } from "../fillSecrets.ts";
import { makeScrubber } from "../host/scrubber.ts";
import { type HostRules, isHost } from "./callConsent.ts";
import { CallFailed, type CallWorld } from "./callWorld.ts";
import { brokenOff, type Incoming, sendRequest } from "./sendRequest.ts";

const mostRedirects = 10;

interface Hop {
  readonly method: string;
  /** With marks of secrets in it. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Carries out a request with its redirects. Secrets are filled in here, and masked in what comes back. */
export async function carryOutHttp(call: HttpCall, rules: HostRules, world: CallWorld): Promise<CallResult> {
  const { method, headers = {}, body, marks } = call;
  let hop: Hop = { method: method.toUpperCase(), url: new URL(call.url), headers, ...(body !== undefined && { body }) };
  for (let redirects = 0; ; redirects++) {
    const incoming = await send(hop, rules, world);
    const location = redirectOf(incoming);
    if (location === undefined) return answerOf(call, hop, incoming, world);
    incoming.discard();
    if (redirects === mostRedirects) throw refusedRedirect(`${hop.url.host} redirects without end.`);
    hop = next(hop, incoming.status, location, rules, marks);
  }
}

function send({ method, url, headers, body }: Hop, rules: HostRules, world: CallWorld): Promise<Incoming> {
  const refusal = rules.refusal(url);
  if (refusal !== null) throw new CallFailed({ code: "denied", message: refusal });
  const target = new URL(url.origin);
  target.pathname = world.fill(url.pathname, encodeURIComponent);
  target.search = world.fill(url.search, encodeURIComponent);
  const filled = Object.entries(headers).map(([name, text]) => [name, world.fill(text)] as const);
  const login = url.username === "" && url.password === "" ? undefined : world.fill(loginOf(url));
  return sendRequest({
    method,
    url: target,
    headers: {
      ...(login !== undefined && { authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
      ...Object.fromEntries(filled),
    },
    ...(body !== undefined && { body: world.fill(body) }),
    mayBePrivate: rules.mayBePrivate(url),
    signal: world.signal,
  });
}

function loginOf({ username, password }: URL): string {
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

function redirectOf({ status, headers }: Incoming): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
}

/** Where a redirect leads: only where consent reaches, never out of encryption, and without keys to another server. */
function next(from: Hop, status: number, location: string, rules: HostRules, marks: string | undefined): Hop {
  if (!URL.canParse(location, from.url.href))
    throw refusedRedirect(`${from.url.host} redirects to no address: ${location}`);
  const url = new URL(location, from.url);
  if (!/^https?:$/.test(url.protocol))
    throw refusedRedirect(`${from.url.host} redirects to ${url.protocol}, not http.`);
  const refusal = rules.refusal(url);
  if (refusal !== null) throw refusedRedirect(`${from.url.host} redirects to ${url.host}. ${refusal}`);
  if (from.url.protocol === "https:" && url.protocol === "http:") {
    throw refusedRedirect(`${from.url.host} redirects from https to http, where others could read along.`);
  }
  const becomesGet = status === 303 ? from.method !== "HEAD" : status < 303 && from.method === "POST";
  const isElsewhere = !isHost(url, from.url.host) || url.protocol !== from.url.protocol;
  const headers = Object.entries(from.headers).filter(
    ([name, text]) =>
      !(becomesGet && /^content-/i.test(name)) &&
      !(isElsewhere && (/^(authorization|cookie)$/i.test(name) || secretsMarkedIn([text], marks).length > 0)),
  );
  const body = becomesGet ? undefined : from.body;
  if (isElsewhere && secretsMarkedIn([body ?? ""], marks).length > 0) {
    throw refusedRedirect(
      `${from.url.host} redirects to ${url.host}, and a secret stands in what would be sent there.`,
    );
  }
  return {
    method: becomesGet ? "GET" : from.method,
    url,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { body }),
  };
}

function refusedRedirect(message: string): CallFailed {
  return new CallFailed({ code: "denied", message });
}

async function answerOf(call: HttpCall, { url }: Hop, incoming: Incoming, world: CallWorld): Promise<CallResult> {
  const { status, headers } = incoming;
  const masked = Object.entries(headers).map(([name, text]) => [name, maskText(text, world.secrets)] as const);
  const { cut } = await readBody(incoming, call.maxOutputBytes, world).catch((error: Error) => {
    throw error instanceof CallFailed || world.signal.aborted ? error : brokenOff(url, error);
  });
  return {
    kind: "http",
    status,
    headers: Object.fromEntries(masked),
    body: keptBody(world.kept.head(), cut, headers["content-type"]),
    url: url.origin + url.pathname,
  };
}

/** Reads into `world.kept`, masked. `cut`: there was more than `maxBytes`, which was not read. */
async function readBody(incoming: Incoming, maxBytes: number, world: CallWorld): Promise<{ readonly cut: boolean }> {
  const scrubber = makeScrubber(world.secrets);
  let cut = false;
  const keep = (bytes: Buffer): void => {
    const room = maxBytes - world.kept.observed;
    if (bytes.length > room) cut = true;
    world.kept.add(bytes.subarray(0, Math.max(0, room)));
    world.changed();
  };
  for await (const chunk of incoming.body as AsyncIterable<Buffer>) {
    keep(scrubber.add(chunk));
    if (cut) break;
  }
  if (!cut) keep(scrubber.end());
  incoming.discard();
  return { cut };
}

/** As text in the encoding that its type names; bytes that are no text as base64. */
function keptBody(bytes: Uint8Array, cut: boolean, contentType = ""): KeptBody {
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    // With more to come, a character that is cut at the end is left out.
    const content = new TextDecoder(label, { fatal: true }).decode(bytes, { stream: cut });
    return { encoding: "utf8", content, cut };
  } catch {
    return { encoding: "base64", content: Buffer.from(bytes).toString("base64"), cut };
  }
}

/** A short text with every secret masked. */
export function maskText(text: string, secrets: readonly string[]): string {
  const scrubber = makeScrubber(secrets);
  return Buffer.concat([scrubber.add(Buffer.from(text)), scrubber.end()]).toString();
}
