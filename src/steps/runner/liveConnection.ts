import {
  type LiveMessage,
  type LiveRequest,
  liveProtocols,
  type OutputStream,
  type RunnerHealth,
} from "../../protocol/runnerApi.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import { backoffMs } from "./backoff.ts";

/** A runner that said no is asked again, because another one may answer at its place soon, ms. */
const refusedMs = 5_000;

/** One that takes a connection and says nothing for so long is not there (a runner that was stopped), ms. */
const greetedWithinMs = 10_000;

/** What of a WebSocket is used here; Node's and the browser's both fit. */
export interface Socket {
  addEventListener(kind: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(kind: "close" | "error", listener: () => void): void;
  send(text: string): void;
  close(): void;
}

/** What a watch hears: the runner's messages about it, and that the connection is gone for now. */
export type WatchNews =
  | Exclude<LiveMessage, { kind: "hello" }>
  | { readonly kind: "unreachable"; readonly since: number; readonly nextTryAt: number };

export interface LiveConnection {
  /** Connects and stays connected while there is a token. */
  setToken(token: string | null): void;
  /** `withOutput`: from the first byte on; after a loss of connection from where it was. */
  watch(key: string, withOutput: boolean, hear: (news: WatchNews) => void): () => void;
}

export interface LiveWorld {
  /** `ws://…/v1/live`. */
  readonly address: string;
  now(): number;
  connect(address: string, protocols: readonly string[]): Socket;
  /** A connection is there and the runner has said who it is. */
  connected(health: RunnerHealth): void;
  /** It is gone. `opened`: it was there before. Answers whether trying again makes sense. */
  disconnected(opened: boolean): Promise<boolean>;
}

interface Watch {
  readonly key: string;
  readonly offsets: Partial<Record<OutputStream, number>>;
  readonly hear: (news: WatchNews) => void;
}

/** One WebSocket for all that is watched; it comes back by itself and goes on where it was. */
export function createLiveConnection(world: LiveWorld): LiveConnection {
  const watches = new Map<number, Watch>();
  let next = 1;
  let token: string | null = null;
  let socket: Socket | undefined;
  let open = false;
  let tries = 0;
  let lost: { readonly since: number; readonly nextTryAt: number } | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let greeting: ReturnType<typeof setTimeout> | undefined;

  const say = (request: LiveRequest) => {
    if (open) socket?.send(JSON.stringify(request));
  };
  const ask = (watch: number, { key, offsets }: Watch) => say({ kind: "watch", watch, key, ...offsets });

  const hear = (message: LiveMessage) => {
    if (message.kind === "hello") {
      clearTimeout(greeting);
      open = true;
      tries = 0;
      lost = undefined;
      world.connected(message.health);
      for (const [watch, entry] of watches) ask(watch, entry);
      return;
    }
    const watch = watches.get(message.watch);
    if (watch === undefined) return;
    switch (message.kind) {
      case "output":
        watch.offsets[message.stream] = message.from + Math.floor((message.base64.replace(/=+$/, "").length * 3) / 4);
        break;
      case "gap":
        watch.offsets[message.stream] = message.to;
        break;
      case "end":
      case "refused":
        watches.delete(message.watch);
        break;
      case "state":
        break;
      default:
        assertNever(message);
    }
    watch.hear(message);
  };

  const drop = () => {
    clearTimeout(retry);
    clearTimeout(greeting);
    const old = socket;
    socket = undefined;
    open = false;
    old?.close();
  };

  const connect = () => {
    drop();
    if (token === null) return;
    let opened: Socket;
    try {
      opened = world.connect(world.address, liveProtocols(token));
    } catch {
      void closed();
      return;
    }
    socket = opened;
    greeting = setTimeout(() => {
      opened.close();
      void closed();
    }, greetedWithinMs);
    opened.addEventListener("message", ({ data }) => {
      if (socket === opened) hear(JSON.parse(String(data)) as LiveMessage);
    });
    opened.addEventListener("close", () => {
      if (socket === opened) void closed();
    });
    // A close always follows; without a listener Node would end for it.
    opened.addEventListener("error", () => {});
  };

  const closed = async () => {
    const wasOpen = open;
    clearTimeout(greeting);
    socket = undefined;
    open = false;
    const waitMs = backoffMs(tries++);
    const since = lost?.since ?? world.now();
    lost = { since, nextTryAt: world.now() + waitMs };
    for (const watch of watches.values()) watch.hear({ kind: "unreachable", ...lost });
    const before = token;
    const worthwhile = await world.disconnected(wasOpen);
    if (token !== before || socket !== undefined) return;
    retry = setTimeout(connect, worthwhile ? waitMs : refusedMs);
  };

  return {
    setToken: (changed) => {
      if (changed === token) return;
      token = changed;
      tries = 0;
      connect();
    },
    watch: (key, withOutput, listener) => {
      const number = next++;
      const watch: Watch = { key, offsets: withOutput ? { stdout: 0, stderr: 0 } : {}, hear: listener };
      watches.set(number, watch);
      ask(number, watch);
      const missing = lost;
      if (missing) queueMicrotask(() => watches.has(number) && listener({ kind: "unreachable", ...missing }));
      return () => {
        if (watches.delete(number)) say({ kind: "unwatch", watch: number });
      };
    },
  };
}
