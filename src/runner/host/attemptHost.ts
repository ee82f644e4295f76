import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { writeAtomically } from "../atomicFile.ts";
import { bootId, startTimeOf } from "../processIdentity.ts";
import { type HostedAttempt, hostAttempt } from "./hostedAttempt.ts";
import {
  fileEndings,
  type HostAnswers,
  type HostPush,
  type HostRequest,
  type OutputPart,
  outputChunk,
} from "./hostMessages.ts";
import { type HostRecord, hostAddress, hostRecordPath, readHostRecord } from "./hostPlace.ts";
import { readLines, writeLine } from "./lines.ts";

/** How long the host stays when nothing runs and no runner is connected, ms. */
const idleMs = 3_000;

/** How often the host looks whether it can still be found, ms. */
const recordCheckMs = 5_000;

/** Least time between two notices about new output of one attempt, ms. */
const outputNoticeMs = 25;

/**
 * The attempt host: one process that owns all commands of a data folder. It outlives the runner, so that a killed and
 * restarted runner finds its commands again; it knows nothing of workflows, consent or workspaces.
 *
 * Rules: a key is started at most once. Output is always read. An exit is durable before anybody hears of it. Nobody
 * but the holder of the secret in the record file is listened to.
 */
export async function runAttemptHost(dataFolder: string): Promise<void> {
  const id = `host-${randomBytes(6).toString("hex")}`;
  const host = { id, boot: bootId() };
  const secret = randomBytes(32).toString("base64url");
  const address = hostAddress(dataFolder, id);
  const attempts = new Map<string, HostedAttempt>();
  const listeners = new Set<Socket>();
  let connections = 0;
  let idle: NodeJS.Timeout | undefined;

  // Ctrl-C in the runner's terminal, or the end of its session, is not for the host.
  for (const signal of ["SIGINT", "SIGHUP", "SIGPIPE"] as const) process.on(signal, () => {});

  const server = createServer((socket) => {
    connections++;
    let trusted = false;
    socket.on("error", () => {});
    socket.on("close", () => {
      connections--;
      listeners.delete(socket);
      endWhenIdle();
    });
    readLines(socket, (value) => {
      const { id: call, request } = value as { readonly id: number; readonly request: HostRequest };
      if (!trusted && !(request.op === "hello" && sameSecret(request.secret, secret))) {
        socket.destroy();
        return;
      }
      trusted = true;
      listeners.add(socket);
      writeLine(socket, { id: call, answer: answer(request) });
    });
  });

  function answer(request: HostRequest): HostAnswers[keyof HostAnswers] {
    switch (request.op) {
      case "hello":
        return { host: id };
      case "start":
        return { started: start(request.start) };
      case "cancel":
        attempts.get(request.key)?.cancel();
        return null;
      case "read":
        return read(request);
      case "running":
        return { keys: [...attempts.keys()] };
      case "touch":
        for (const key of request.keys) attempts.get(key)?.touch();
        return null;
    }
  }

  function start(what: Extract<HostRequest, { op: "start" }>["start"]): boolean {
    const { key, files } = what;
    // These files stay as long as the key may come again.
    const { running, exited, ended } = fileEndings;
    if ([running, exited, ended].some((ending) => existsSync(files + ending))) return false;
    let noticed = false;
    const attempt = hostAttempt(what, host, {
      running: () => tell({ push: "running", key }),
      output() {
        if (noticed) return;
        noticed = true;
        setTimeout(() => {
          noticed = false;
          tell({ push: "output", key });
        }, outputNoticeMs);
      },
      exited() {
        attempts.delete(key);
        tell({ push: "exited", key });
        endWhenIdle();
      },
    });
    attempts.set(key, attempt);
    return true;
  }

  function read(request: Extract<HostRequest, { op: "read" }>): OutputPart | null {
    const stream = attempts.get(request.key)?.streams?.[request.stream];
    if (stream === undefined) return null;
    const { from, bytes } = stream.kept.read(request.from, outputChunk);
    return { from, base64: Buffer.from(bytes).toString("base64"), observed: stream.kept.observed };
  }

  function tell(push: HostPush): void {
    for (const socket of listeners) writeLine(socket, push);
  }

  function endWhenIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (attempts.size === 0 && connections === 0) leave();
    }, idleMs);
  }

  function leave(): void {
    server.close();
    if (process.platform !== "win32" && existsSync(address)) unlinkSync(address);
    process.exit(0);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => resolve());
  });
  if (process.platform !== "win32") chmodSync(address, 0o600);
  const record: HostRecord = {
    host: id,
    boot: host.boot,
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? 0,
    address,
    secret,
  };
  await writeAtomically(hostRecordPath(dataFolder), JSON.stringify(record));
  setInterval(() => {
    // Without its record no runner finds this host again, so nothing it runs could ever be stopped or read.
    if (readHostRecord(dataFolder)?.host === id) return;
    for (const attempt of attempts.values()) attempt.cancel();
    if (attempts.size === 0) leave();
  }, recordCheckMs);
  endWhenIdle();
}

function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
