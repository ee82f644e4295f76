import type { Exit } from "../../engine/result.ts";
import type { OutputStream, ProgramFile } from "../../protocol/runnerApi.ts";

/*
 * What the runner and its attempt host say to each other: one JSON value a line, over a socket that only this user can
 * open. The host answers each request once, in any order, and pushes what changes.
 */

/** Everything that is needed to run one command. Secrets travel here and are never written to a file. */
export interface HostStart {
  readonly key: string;
  /** Path of the attempt's files without their endings. */
  readonly files: string;
  /** Absolute path of the executable. */
  readonly program: string;
  /** SHA-256 of the executable, when it is known. */
  readonly programDigest?: string;
  /** What its name meant when it was allowed, when that was another executable. */
  readonly programBefore?: ProgramFile;
  /** The name it is called by. */
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Running time, ms. */
  readonly timeoutMs: number;
  /** Per stream. */
  readonly maxOutputBytes: number;
  /** Cancelled when nobody touched the attempt for so long. */
  readonly ownerLostMs?: number;
  /** Values that must not stand in what is kept. */
  readonly secrets: readonly string[];
}

export type HostRequest =
  | { readonly op: "hello"; readonly secret: string }
  | { readonly op: "start"; readonly start: HostStart }
  | { readonly op: "cancel"; readonly key: string }
  /** At most `outputChunk` bytes. */
  | { readonly op: "read"; readonly key: string; readonly stream: OutputStream; readonly from: number }
  /** Which attempts it has: from before their spawn until their exit is durable. */
  | { readonly op: "running" }
  /** The owner of these attempts is there. */
  | { readonly op: "touch"; readonly keys: readonly string[] };

export type HostAnswers = {
  readonly hello: { readonly host: string };
  /** `false`: it was started before; nothing happened now. */
  readonly start: { readonly started: boolean };
  readonly cancel: null;
  /** `null`: the host does not run it any more. */
  readonly read: OutputPart | null;
  readonly running: { readonly keys: readonly string[] };
  readonly touch: null;
};

export interface OutputPart {
  /** Offset of the first byte: greater than asked when bytes were not kept. */
  readonly from: number;
  readonly base64: string;
  readonly observed: number;
}

export type HostPush =
  /** There is more output. Told a few times a second, not per chunk. */
  | { readonly push: "output"; readonly key: string }
  /** Spawned: the running file stands. */
  | { readonly push: "running"; readonly key: string }
  /** The exited file stands and is durable. */
  | { readonly push: "exited"; readonly key: string };

/** Most bytes of one answer with output. */
export const outputChunk = 256 * 1024;

/** Endings of an attempt's files. Who writes them stands in `ledger.ts`. */
export const fileEndings = {
  running: ".running.json",
  exited: ".exited.json",
  stdout: ".stdout",
  stderr: ".stderr",
  ended: ".ended.json",
} as const;

export interface Program extends ProgramFile {
  readonly before?: ProgramFile;
}

/** The running file: first without `pid`, before anything is spawned. */
export interface RunningRecord {
  readonly host: string;
  readonly boot: string;
  readonly started: number;
  readonly program: Program;
  readonly pid?: number;
  readonly startTime?: number;
}

/** The exited file. */
export interface ExitedRecord {
  readonly exit: Exit;
  readonly message?: string;
  readonly program: Program;
  readonly started: number;
  readonly ended: number;
  readonly stdout: StreamRecord;
  readonly stderr: StreamRecord;
  /** Processes of its group that could not be ended: why. */
  readonly uncertain?: string;
}

/** What of one stream the output file holds: its first `head` bytes, and behind them those from `tailFrom` on. */
export interface StreamRecord {
  readonly observed: number;
  readonly head: number;
  readonly tailFrom: number;
  /** `sha256:` + hex over all observed bytes. */
  readonly digest: string;
}
