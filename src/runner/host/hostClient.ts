import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostAnswers, HostPush, HostRequest } from "./hostMessages.ts";
import { type HostRecord, isAlive, readHostRecord } from "./hostPlace.ts";
import { readLines, writeLine } from "./lines.ts";

/** The runner's end of the attempt host: finds a living one, starts one when it is needed, notices its death. */
export interface HostClient {
  /** Connects to the host that a runner of before left, if it lives. Call once, at the start. */
  attach(): Promise<void>;
  /** Starts a host when there is none. Rejects when none can be started, or when it dies before it answers. */
  ask<R extends HostRequest>(request: R): Promise<HostAnswers[R["op"]]>;
  /** As `ask`, but `undefined` when no host is there or it dies before it answers. */
  askIfThere<R extends HostRequest>(request: R): Promise<HostAnswers[R["op"]] | undefined>;
  /** Id of the host that is alive, whether connected or not. */
  livingHost(): string | undefined;
  close(): void;
}

/** No host is there and none could be started: what was asked for did not happen. */
export class HostUnavailable extends Error {}

/** How long a new host may take until it answers, ms. */
const startWithinMs = 20_000;

interface Connection {
  readonly record: HostRecord;
  readonly socket: Socket;
  readonly calls: Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>;
}

export function makeHostClient(options: {
  readonly dataFolder: string;
  /** The built entry of the host. */
  readonly script: string;
  readonly onPush: (push: HostPush) => void;
  /** The connection is new: what happened before may have been missed. */
  readonly onConnected: () => void;
  /** The host is dead. What it ran may still be there, without anybody to read its output or its exit. */
  readonly onGone: () => void;
}): HostClient {
  const { dataFolder } = options;
  let connection: Connection | undefined;
  let connecting: Promise<Connection> | undefined;
  let isClosed = false;
  let lastCall = 0;

  async function connect(record: HostRecord): Promise<Connection> {
    const socket = createConnection(record.address);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    const made: Connection = { record, socket, calls: new Map() };
    socket.on("error", () => {});
    socket.on("close", () => dropped(made));
    readLines(socket, (value) => receive(made, value));
    await call(made, { op: "hello", secret: record.secret });
    connection = made;
    options.onConnected();
    return made;
  }

  function receive(from: Connection, value: unknown): void {
    const message = value as HostPush | { readonly id: number; readonly answer: never };
    if ("push" in message) {
      options.onPush(message);
      return;
    }
    const waiting = from.calls.get(message.id);
    from.calls.delete(message.id);
    waiting?.resolve(message.answer);
  }

  function call<R extends HostRequest>(to: Connection, request: R): Promise<HostAnswers[R["op"]]> {
    lastCall++;
    const id = lastCall;
    return new Promise((resolve, reject) => {
      to.calls.set(id, { resolve, reject });
      if (to.socket.destroyed) to.socket.emit("close");
      else writeLine(to.socket, { id, request });
    });
  }

  function dropped(from: Connection): void {
    for (const { reject } of from.calls.values()) reject(new Error("The connection to the attempt host broke."));
    from.calls.clear();
    if (connection !== from) return;
    connection = undefined;
    if (!isClosed) void recover(from.record);
  }

  /** A connection may break without a death (a process that was stopped for long); a dead host is told. */
  async function recover(record: HostRecord): Promise<void> {
    while (!isClosed && connection === undefined && isAlive(record)) {
      await connected().catch(() => sleep(50));
    }
    if (!isClosed && !isAlive(record)) options.onGone();
  }

  async function findOrStartHost(): Promise<Connection> {
    const end = performance.now() + startWithinMs;
    let child: ChildProcess | undefined;
    let failure = "it did not answer";
    while (performance.now() < end) {
      const record = readHostRecord(dataFolder);
      if (record !== undefined && isAlive(record)) {
        const made = await connect(record).catch(() => undefined);
        if (made !== undefined) return made;
      } else if (child === undefined) {
        child = spawnHost(dataFolder, options.script);
        child.once("error", (error) => {
          failure = error.message;
        });
      } else if (child.exitCode !== null || child.pid === undefined) break;
      await sleep(10);
    }
    throw new HostUnavailable(
      `The attempt host could not be started (${failure}); nothing was run. See host.log in ${dataFolder}.`,
    );
  }

  function connected(): Promise<Connection> {
    if (connection !== undefined) return Promise.resolve(connection);
    connecting ??= findOrStartHost().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  return {
    async attach() {
      const record = readHostRecord(dataFolder);
      if (record !== undefined && isAlive(record)) await connected().catch(() => {});
    },
    ask: async (request) => call(await connected(), request),
    askIfThere: async (request) =>
      connection === undefined ? undefined : call(connection, request).catch(() => undefined),
    livingHost() {
      const record = connection?.record ?? readHostRecord(dataFolder);
      return record !== undefined && isAlive(record) ? record.host : undefined;
    },
    close() {
      isClosed = true;
      connection?.socket.destroy();
    },
  };
}

function spawnHost(dataFolder: string, script: string): ChildProcess {
  const { NODE_OPTIONS, ...env } = process.env;
  const log = openSync(join(dataFolder, "host.log"), "a", 0o600);
  const child = spawn(process.execPath, [script, dataFolder], {
    // Its own session: it goes on when the runner's terminal or process group ends.
    detached: true,
    stdio: ["ignore", log, log],
    cwd: dataFolder,
    env,
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  return child;
}
