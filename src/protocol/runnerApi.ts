import type { Exit } from "../engine/result.ts";
import type { ExecutionId } from "../engine/tick.ts";
import type { Permission } from "../workflow/permission.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { AnsweredCall } from "./runnerCalls.ts";

/** Default port of the runner; a page's storage belongs to its origin, so it never moves by itself. */
export const runnerPort = 4717;

/** The key of an external attempt: run id, step (with its instance path), execution, percent-encoded, joined by `~`. */
export function attemptKey(runId: string, step: StepId, execution: ExecutionId): string {
  return [runId, step, execution].map((part) => encodeURIComponent(part).replaceAll("~", "%7E")).join("~");
}

/** Body of `PUT /v1/attempts/:key`. Program, shell, cwd, environment and secret names must be those of the step. */
export interface AttemptRequest {
  /** Of the frozen workflow that was uploaded with `PUT /v1/workflows/:digest`. */
  readonly digest: string;
  /** Whose consent it needs; see `Approval`. */
  readonly workflowId?: string;
  /** Fencing number of the run's owner; a lower one than seen is refused. */
  readonly epoch: number;
  readonly argv?: readonly string[];
  readonly shell?: { readonly program: string; readonly line: string };
  /** Relative to the workspace. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly secrets?: readonly string[];
  readonly access: "none" | "read" | "write";
  readonly workspace?: string;
  /** Bounds the wait at the gate and the running time, each. */
  readonly timeoutMs: number;
  /** Per stream. */
  readonly maxOutputBytes: number;
  readonly ownerLostMs?: number;
  /** When arguments, values of `env` or `stdin` hold marks of secrets (`secretMarks.ts`). */
  readonly marks?: string;
}

/** What is kept of one stream: head and tail with a gap between when it was too long. */
export interface KeptOutput {
  readonly text: string;
  /** Bytes that the command wrote. */
  readonly observedBytes: number;
  readonly keptBytes: number;
  /** SHA-256 over all observed bytes, `sha256:` + hex. */
  readonly digest: string;
}

/** An executable: where it lies, and its SHA-256 as `sha256:` + hex. */
export interface ProgramFile {
  readonly path: string;
  readonly digest?: string;
}

export interface AttemptCompletion {
  readonly exit: Exit;
  /** Present when it could not be spawned: why, for a person. */
  readonly message?: string;
  /** Consent was withdrawn before it was spawned: it ends as a denial, without an exit (T38). */
  readonly denied?: true;
  readonly stdout: KeptOutput;
  readonly stderr: KeptOutput;
  /** Epoch ms by the runner's clock. */
  readonly started: number;
  readonly ended: number;
  /** Time at the workspace gate, ms. */
  readonly waited: number;
  /** The resolved executable. `before`: what its name meant when it was allowed, when that was another one. */
  readonly program?: ProgramFile & { readonly before?: ProgramFile };
}

/** States of an attempt (`runner.md`, Attempts). */
export type AttemptState =
  | { readonly state: "accepted" }
  | { readonly state: "waiting-for-workspace"; readonly heldBy?: string }
  | { readonly state: "running"; readonly pid: number; readonly startTime: number }
  | { readonly state: "exited"; readonly completion: AttemptCompletion }
  | { readonly state: "cleanup-uncertain"; readonly cause: string; readonly completion?: AttemptCompletion }
  | { readonly state: "lost"; readonly cause: string }
  | { readonly state: "sealed" }
  /** A call is being carried out by the runner itself (`runnerCalls.ts`). */
  | { readonly state: "calling" }
  | ({ readonly state: "answered" } & AnsweredCall)
  /** Never seen here. */
  | { readonly state: "unknown" };

/** Why the runner refused, in one of its error answers `{error: RunnerRefusal}`. */
export interface RunnerRefusal {
  readonly code:
    | "unauthorized"
    | "forbidden-origin"
    | "forbidden-host"
    | "bad-request"
    | "too-large"
    | "not-found"
    | "conflict"
    | "stale-epoch"
    | "not-approved"
    | "denied"
    | "unknown-workspace"
    | "disk-full"
    | "internal";
  /** For a person: what is wrong and what to do. */
  readonly message: string;
}

/** Answer of `PUT /v1/workflows/:digest?workflowId=…`. */
export interface WorkflowPermissions {
  readonly digest: string;
  /** Hash over all permissions: what consent is given to. */
  readonly hash: string;
  readonly permissions: readonly Permission[];
  /** Those that nobody has approved yet; empty: attempts may start. */
  readonly missing: readonly Permission[];
  /** Workspace name → real path on this machine, for those that exist. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** Program → resolved path, `null` when it was not found. */
  readonly programs: Readonly<Record<string, string | null>>;
}

export interface RunnerHealth {
  readonly version: string;
  readonly runner: string;
  readonly boot: string;
  readonly workspaces: readonly { readonly name: string; readonly path: string }[];
  readonly running: number;
  /** Who holds and who waits for a workspace, by attempt key. */
  readonly gate?: readonly {
    readonly path: string;
    readonly holding: readonly string[];
    readonly waiting: readonly string[];
  }[];
}

/** Path of an attempt; the key stands in it as it is, because its parts are percent-encoded already. */
export function attemptPath(key: string): string {
  return `/v1/attempts/${key}`;
}

/**
 * Answer of `GET /v1/approvals`, newest first. `DELETE /v1/approvals/:hash?workflowId=…` withdraws one. Consent is given
 * to one workflow: edits that ask for no more keep it, another workflow that asks for the same starts at zero.
 */
export interface Approval {
  /**
   * The id that the workflow has where it is kept, as whoever asks for its attempts names it; where it has none, the
   * digest of the frozen workflow.
   */
  readonly workflowId: string;
  /** Of the workflow at the time, for people. */
  readonly name?: string;
  /** Over all permissions that were approved together. */
  readonly hash: string;
  readonly permissions: readonly Permission[];
  /** Workspace name → real path at the time; another folder under the name is asked about again. */
  readonly workspaces: Readonly<Record<string, string>>;
  /** Program → the executable that its name meant; another one that runs is shown as such. */
  readonly programs?: Readonly<Record<string, ProgramFile>>;
  /** Epoch ms. */
  readonly at: number;
}

export type OutputStream = "stdout" | "stderr";

/**
 * Answer of `GET /v1/attempts/:key/output?stream=stdout&from=n`: kept bytes from `from` on, at most 256 KiB at a time.
 * The body is raw bytes; these are its headers. Offsets count the bytes that the command wrote.
 */
export const outputHeaders = {
  /** Offset of the first byte of the body; greater than asked when bytes in between were not kept. */
  from: "x-tickwork-from",
  /** Bytes observed so far. */
  observed: "x-tickwork-observed",
  /** `1` when the stream has ended and `observed` is final. */
  ended: "x-tickwork-ended",
} as const;

/** Subprotocols of the WebSocket `/v1/live`: the first is what the server selects, the second carries the token. */
export function liveProtocols(token: string): [string, string] {
  return [liveProtocol, `${liveTokenPrefix}${token}`];
}
export const liveProtocol = "tickwork.live.v1";
export const liveTokenPrefix = "tickwork.token.";

/** What the page says on `/v1/live`. `watch` is a number the page chooses, unique on its connection. */
export type LiveRequest =
  /** State, and output from these offsets on. A stream that is left out is not sent. */
  | {
      readonly kind: "watch";
      readonly watch: number;
      readonly key: string;
      readonly stdout?: number;
      readonly stderr?: number;
    }
  | { readonly kind: "unwatch"; readonly watch: number };

/** What the runner says on `/v1/live`. */
export type LiveMessage =
  /** First on every connection. */
  | { readonly kind: "hello"; readonly health: RunnerHealth }
  /** At once after `watch`, then on every change. A terminal state comes after all output. */
  | { readonly kind: "state"; readonly watch: number; readonly state: AttemptState }
  | {
      readonly kind: "output";
      readonly watch: number;
      readonly stream: OutputStream;
      /** Offset of the first byte. */
      readonly from: number;
      readonly base64: string;
    }
  /** Bytes `from … to` (excluded) were not kept; output goes on at `to`. */
  | {
      readonly kind: "gap";
      readonly watch: number;
      readonly stream: OutputStream;
      readonly from: number;
      readonly to: number;
    }
  /** Nothing more comes for this watch: the terminal state was the message before. */
  | { readonly kind: "end"; readonly watch: number }
  | { readonly kind: "refused"; readonly watch: number; readonly refusal: RunnerRefusal };
