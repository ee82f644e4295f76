import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Exit } from "../engine/result.ts";
import type { AttemptRequest, OutputStream } from "../protocol/runnerApi.ts";
import type { AnsweredCall } from "../protocol/runnerCalls.ts";
import { isMissing, readJsonFile, sweepTemporaryFiles, writeAtomically } from "./atomicFile.ts";
import type { Call } from "./calls/call.ts";
import { makeFolder } from "./dataFolder.ts";
import { type ExitedRecord, fileEndings, type RunningRecord } from "./host/hostMessages.ts";
import { isAlive, readHostRecord } from "./host/hostPlace.ts";

/*
 * The ledger: a folder with a few small files per attempt, named by the SHA-256 of its key. Nothing is held open and
 * nothing is rewritten in place, so a kill at any moment leaves each file whole or absent.
 *
 *   accepted.json  runner  durable before anything is spawned, and again when it leaves the gate
 *   running.json   host    before the spawn without pid, after it with pid and start time
 *   stdout stderr  host    kept bytes: the head while it runs, the tail at the end
 *   exited.json    host    durable
 *   ended.json     runner  durable: an end that no host wrote (sealed, lost, never spawned)
 *   call.json      runner  in place of accepted.json: what the runner carries out itself; durable before it begins
 *   answer.json    runner  durable: how a call ended
 *   acked          runner  its owner has taken the completion over
 */

/** `waiting`: nothing was spawned, whatever happened to the machine. `starting`: the host may have been asked. */
export type AcceptedPhase = "waiting" | "starting";

export interface AcceptedRecord {
  readonly key: string;
  readonly request: AttemptRequest;
  /** Over the request without its epoch: another body under the key is refused. */
  readonly body: string;
  readonly boot: string;
  readonly phase: AcceptedPhase;
  /** Order of acceptance, which is the order at the gate after a restart. */
  readonly order: number;
  /** Epoch ms. */
  readonly at: number;
  /** Time at the gate, ms; final once `starting`. */
  readonly waited: number;
}

export type EndedRecord =
  | { readonly end: "sealed"; readonly key: string }
  | { readonly end: "lost"; readonly cause: string }
  /** Its processes, or some, may still be there. */
  | { readonly end: "uncertain"; readonly cause: string; readonly group?: number }
  | {
      readonly end: "unspawned";
      readonly exit: Exit;
      readonly message?: string;
      readonly denied?: true;
      readonly at: number;
      readonly waited: number;
    };

export interface LedgerEntry {
  readonly accepted: AcceptedRecord | undefined;
  readonly running: RunningRecord | undefined;
  readonly exited: ExitedRecord | undefined;
  readonly ended: EndedRecord | undefined;
  /** A file of it cannot be read: nothing may be assumed about it. */
  readonly damaged: boolean;
}

/** A call that was accepted. */
export interface CallRecord {
  readonly key: string;
  readonly call: Call;
  /** Over the request without its epoch. */
  readonly body: string;
  /** `waiting`: nothing happened yet, and it may begin whenever the runner is up. */
  readonly phase: "waiting" | "begun";
  /** Epoch ms. */
  readonly at: number;
}

export interface CallEntry {
  readonly record: CallRecord;
  readonly answer: AnsweredCall | undefined;
  readonly ended: EndedRecord | undefined;
}

export interface Ledger {
  /** Path of an attempt's files without endings; the host writes there. */
  filesOf(key: string): string;
  read(key: string): LedgerEntry;
  /** Every attempt that was accepted and is not forgotten. */
  entries(): readonly LedgerEntry[];
  accept(record: AcceptedRecord): Promise<void>;
  end(key: string, record: EndedRecord): Promise<void>;
  /** `undefined`: no call was accepted under the key. */
  readCall(key: string): CallEntry | undefined;
  /** Every call that was accepted and is not forgotten. */
  calls(): readonly CallEntry[];
  acceptCall(record: CallRecord): Promise<void>;
  answer(key: string, answer: AnsweredCall): Promise<void>;
  /** Kept bytes by their place in the file. */
  readOutput(key: string, stream: OutputStream, position: number, length: number): Promise<Uint8Array>;
  ack(key: string): void;
  /** Removes what its owner took over long ago; its key stays refused. */
  forgetOld(now: number): void;
}

const accepted = ".accepted.json";
const acked = ".acked";
const calls = { accepted: ".call.json", answer: ".answer.json" } as const;

const { ended, ...hostEndings } = fileEndings;
const hostFiles = Object.values(hostEndings);

const dayMs = 24 * 3_600_000;
/** Output and completion stay for so long after the owner took them over. */
const ackedForMs = dayMs;
/** An attempt that nobody asked about for so long is forgotten, and so are keys. */
const forgottenAfterMs = 60 * dayMs;

export function openLedger(dataFolder: string): Ledger {
  const folder = makeFolder(join(dataFolder, "attempts"));
  // The host outlives the runner and may be writing an exit just now.
  const host = readHostRecord(dataFolder);
  sweepTemporaryFiles(folder, host !== undefined && isAlive(host) ? host.pid : undefined);

  const filesOf = (key: string): string => join(folder, createHash("sha256").update(key).digest("hex"));
  const idsOf = (ending: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length));

  function remove(id: string, endings: readonly string[]): void {
    for (const ending of endings) rmSync(join(folder, id + ending), { force: true });
  }

  return {
    filesOf,
    read: (key) => readEntry(filesOf(key)),
    entries: () => idsOf(accepted).map((id) => readEntry(join(folder, id))),
    accept: (record) => writeAtomically(filesOf(record.key) + accepted, JSON.stringify(record)),
    end: (key, record) => writeAtomically(filesOf(key) + ended, JSON.stringify(record)),
    readCall: (key) => readCallEntry(filesOf(key)),
    calls: () => idsOf(calls.accepted).flatMap((id) => readCallEntry(join(folder, id)) ?? []),
    acceptCall: (record) => writeAtomically(filesOf(record.key) + calls.accepted, JSON.stringify(record)),
    answer: (key, answer) => writeAtomically(filesOf(key) + calls.answer, JSON.stringify(answer)),
    async readOutput(key, stream, position, length) {
      const bytes = Buffer.alloc(Math.max(0, length));
      try {
        const file = await open(filesOf(key) + fileEndings[stream], "r");
        try {
          const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
          return bytes.subarray(0, bytesRead);
        } finally {
          await file.close();
        }
      } catch (error) {
        if (isMissing(error)) return bytes.subarray(0, 0);
        throw error;
      }
    },
    ack: (key) => writeFileSync(filesOf(key) + acked, "", { mode: 0o600 }),
    forgetOld(now) {
      for (const id of idsOf(acked)) {
        const path = join(folder, id + acked);
        if (now - statSync(path).mtimeMs < ackedForMs) continue;
        // The key must stay refused, so the seal stands before the rest goes.
        const { accepted: record } = readEntry(join(folder, id));
        const seal: EndedRecord = { end: "sealed", key: record?.key ?? "" };
        writeFileSync(join(folder, id + ended), JSON.stringify(seal), { mode: 0o600 });
        utimesSync(join(folder, id + ended), now / 1000, now / 1000);
        remove(id, [accepted, ...hostFiles, ...Object.values(calls), acked]);
      }
      for (const ending of [ended, fileEndings.exited, calls.answer]) {
        for (const id of idsOf(ending)) {
          if (now - statSync(join(folder, id + ending)).mtimeMs < forgottenAfterMs) continue;
          remove(id, [accepted, ...Object.values(fileEndings), ...Object.values(calls), acked]);
        }
      }
    },
  };
}

function readEntry(files: string): LedgerEntry {
  let damaged = false;
  function read<T>(ending: string): T | undefined {
    const file = readJsonFile(files + ending);
    if (file === undefined) return undefined;
    if (file === "damaged" || typeof file.value !== "object" || file.value === null) {
      damaged = true;
      return undefined;
    }
    return file.value as unknown as T;
  }
  const record = read<AcceptedRecord>(accepted);
  if (record !== undefined && (typeof record.key !== "string" || typeof record.request?.access !== "string"))
    damaged = true;
  const entry = {
    accepted: damaged ? undefined : record,
    running: read<RunningRecord>(fileEndings.running),
    exited: read<ExitedRecord>(fileEndings.exited),
    ended: read<EndedRecord>(ended),
  };
  return { ...entry, damaged };
}

function readCallEntry(files: string): CallEntry | undefined {
  const record = recordIn<CallRecord>(files + calls.accepted);
  if (record === undefined) return undefined;
  // A damaged file says nothing, so the call counts as one whose end nobody knows.
  return {
    record,
    answer: recordIn<AnsweredCall>(files + calls.answer),
    ended: recordIn<EndedRecord>(files + ended),
  };
}

function recordIn<T>(path: string): T | undefined {
  const file = readJsonFile(path);
  const isRecord = file !== undefined && file !== "damaged" && typeof file.value === "object" && file.value !== null;
  return isRecord ? (file.value as unknown as T) : undefined;
}

/** What the file of a stream holds, when no host is there to say it and no exit was written. */
export function outputSize(files: string, stream: OutputStream): number {
  try {
    return statSync(files + fileEndings[stream]).size;
  } catch {
    return 0;
  }
}

/** The content of a stream's file; empty when nothing was printed. */
export function readKept(files: string, stream: OutputStream): Uint8Array {
  try {
    return readFileSync(files + fileEndings[stream]);
  } catch (error) {
    if (isMissing(error)) return new Uint8Array(0);
    throw error;
  }
}
