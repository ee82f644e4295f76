import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import {
  type LiveMessage,
  type LiveRequest,
  liveProtocol,
  type OutputStream,
  type RunnerHealth,
} from "../protocol/runnerApi.ts";
import type { Attempts } from "./attempts.ts";
import { parseAttemptKey } from "./parseAttempt.ts";

export interface Live {
  /** The caller has passed the guard. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends the connections whose callers may not talk to the runner any more. */
  dropRefused(): void;
  close(): void;
}

/** A page that is gone without a word is noticed after two of these, ms. */
const pingMs = 15_000;
/** How often the runner is told that the owners of watched attempts are there, ms. */
const touchMs = 1_000;
const mostWatches = 2_000;
const retryMs = 1_000;

/** The WebSocket `/v1/live`: state and output of attempts as they come, from any offset. */
export function makeLive(
  attempts: Attempts,
  health: () => RunnerHealth,
  isRefused: (request: IncomingMessage) => boolean,
): Live {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024,
    perMessageDeflate: false,
    // Never the one with the token: what the server selects is written into the answer.
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });
  const watched = new Map<WebSocket, Map<number, { readonly key: string; stop(): void }>>();
  const heard = new WeakSet<WebSocket>();
  const requests = new WeakMap<WebSocket, IncomingMessage>();

  const pinging = setInterval(() => {
    for (const socket of watched.keys()) {
      if (!heard.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, pingMs);
  const touching = setInterval(() => {
    const keys = [...watched.values()].flatMap((watches) => [...watches.values()].map(({ key }) => key));
    if (keys.length > 0) attempts.touch(keys);
  }, touchMs);

  server.on("connection", (socket: WebSocket, request: IncomingMessage) => {
    requests.set(socket, request);
    const watches = new Map<number, { readonly key: string; stop(): void }>();
    watched.set(socket, watches);
    heard.add(socket);
    const send = (message: LiveMessage): Promise<void> =>
      new Promise((resolve) => socket.send(JSON.stringify(message), () => resolve()));
    socket.on("pong", () => heard.add(socket));
    socket.on("error", () => {});
    socket.on("close", () => {
      watched.delete(socket);
      for (const watch of watches.values()) watch.stop();
    });
    socket.on("message", (data) => {
      heard.add(socket);
      const request = parseRequest(String(data));
      if (request === undefined) return socket.close(1003, "not a live request");
      watches.get(request.watch)?.stop();
      watches.delete(request.watch);
      if (request.kind === "unwatch") return;
      if (watches.size >= mostWatches || parseAttemptKey(request.key) === undefined) {
        const message = watches.size >= mostWatches ? "Too many watches." : `"${request.key}" is no attempt key.`;
        void send({ kind: "refused", watch: request.watch, refusal: { code: "bad-request", message } });
        return;
      }
      const watch = startWatch(attempts, request, send, () => {
        if (watches.get(request.watch) === watch) watches.delete(request.watch);
      });
      watches.set(request.watch, watch);
    });
    void send({ kind: "hello", health: health() });
  });

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (connection) => server.emit("connection", connection, request)),
    dropRefused() {
      for (const socket of watched.keys()) {
        const request = requests.get(socket);
        if (request === undefined || isRefused(request)) socket.terminate();
      }
    },
    close() {
      clearInterval(pinging);
      clearInterval(touching);
      for (const socket of watched.keys()) socket.terminate();
      server.close();
    },
  };
}

/** Sends one attempt's changes, never faster than the page takes them: what it is too slow for becomes a gap. */
function startWatch(
  attempts: Attempts,
  request: Extract<LiveRequest, { kind: "watch" }>,
  send: (message: LiveMessage) => Promise<void>,
  ended: () => void,
): { readonly key: string; stop(): void } {
  const { watch, key } = request;
  const offsets = new Map<OutputStream, number>();
  if (request.stdout !== undefined) offsets.set("stdout", request.stdout);
  if (request.stderr !== undefined) offsets.set("stderr", request.stderr);
  let isStopped = false;
  let isDirty = true;
  let isBusy = false;
  let sentState = "";
  let retry: NodeJS.Timeout | undefined;

  async function sendOutput(stream: OutputStream): Promise<void> {
    for (let more = true; more && !isStopped; ) {
      const offset = offsets.get(stream) ?? 0;
      const { from, bytes } = await attempts.output(key, stream, offset);
      if (from > offset) await send({ kind: "gap", watch, stream, from: offset, to: from });
      more = bytes.length > 0;
      if (more) await send({ kind: "output", watch, stream, from, base64: Buffer.from(bytes).toString("base64") });
      offsets.set(stream, Math.max(offset, from + bytes.length));
    }
  }

  async function sendChanges(): Promise<void> {
    const state = attempts.get(key);
    const isOver = !["accepted", "waiting-for-workspace", "running", "calling"].includes(state.state);
    const text = JSON.stringify(state);
    if (!isOver && text !== sentState) await send({ kind: "state", watch, state });
    for (const stream of offsets.keys()) await sendOutput(stream);
    if (isOver && text !== sentState && !isStopped) await send({ kind: "state", watch, state });
    sentState = text;
    // What could not be cleaned up may still be, so that one is watched on.
    if (isOver && state.state !== "cleanup-uncertain" && !isStopped) {
      stop();
      await send({ kind: "end", watch });
      ended();
    }
  }

  async function run(): Promise<void> {
    isDirty = true;
    if (isBusy) return;
    isBusy = true;
    while (isDirty && !isStopped) {
      isDirty = false;
      await sendChanges().catch(later);
    }
    isBusy = false;
  }

  /** A file could not be read just now: a watch never ends without a word. */
  function later(): void {
    clearTimeout(retry);
    retry = setTimeout(() => void run(), retryMs);
  }

  const unwatch = attempts.watch(key, () => void run());
  function stop(): void {
    isStopped = true;
    clearTimeout(retry);
    unwatch();
  }
  void run();
  return { key, stop };
}

function parseRequest(text: string): LiveRequest | undefined {
  let value: Partial<Record<string, unknown>> | null;
  try {
    value = JSON.parse(text) as Partial<Record<string, unknown>> | null;
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !Number.isSafeInteger(value.watch)) return undefined;
  const isOffset = (offset: unknown): boolean =>
    offset === undefined || (Number.isSafeInteger(offset) && (offset as number) >= 0);
  const isWatch =
    value.kind === "watch" && typeof value.key === "string" && isOffset(value.stdout) && isOffset(value.stderr);
  return isWatch || value.kind === "unwatch" ? (value as LiveRequest) : undefined;
}
