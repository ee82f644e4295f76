import type { JsonSchema } from "../workflow/json.ts";

/*
 * Calls: what the runner carries out itself for a step, under an attempt key like a command. Each is begun by its own
 * path (`POST /v1/http`, `/v1/files`, `/v1/models/:name/chat`), which answers the state at once. From then on the key
 * is an attempt as any other: `GET /v1/attempts/:key`, `/cancel`, `/seal`, `/ack`, and `watch` on `/v1/live`, where
 * stdout is the body of an answer, or the text of a chat, as it comes.
 */

/** What every call says. */
export interface CallFrame {
  /** Of the attempt (`attemptKey`). */
  readonly key: string;
  /** Of the frozen workflow that was uploaded. */
  readonly digest: string;
  /** Whose consent it needs (`Approval`). */
  readonly workflowId?: string;
  /** Fencing number of the run's owner. */
  readonly epoch: number;
  /** For the whole call, redirects and body included. */
  readonly timeoutMs: number;
  /** Of the answer's body, the file or the chat's text. */
  readonly maxOutputBytes: number;
  /** When texts of the call hold marks of secrets (`secretMarks.ts`). */
  readonly marks?: string;
}

/** Body of `POST /v1/http`. Method, host, header names and static texts must be those of the step. */
export interface HttpCall extends CallFrame {
  readonly method: string;
  /** Whole, its query included. `user:password@` becomes basic authorization. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Body of `POST /v1/files`. Not `PUT /v1/files/…`: a path of a file is data, and `..` in an address is another address. */
export interface FileCall extends CallFrame {
  readonly operation: "read" | "write" | "list";
  readonly workspace?: string;
  /** In the workspace, with `/` between its parts. Empty: the workspace itself, for a list. */
  readonly path: string;
  /** How `content` is written, here and in the answer. Left out: `utf8`. */
  readonly encoding?: "utf8" | "base64";
  /** What is written. */
  readonly content?: string;
}

/** Body of `POST /v1/models/:name/chat`; `defaultModel` in place of a name takes the runner's default. */
export interface ChatCall extends CallFrame {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** The answer must be JSON of this shape; servers that can are told. */
  readonly schema?: JsonSchema;
}

/** Stands for the model that a workflow leaves to the runner, in the path of a chat. No model may have this name. */
export const defaultModel = "~";

/** How a call ended. */
export type CallResult =
  | {
      readonly kind: "http";
      readonly status: number;
      /** Names in lower case; several of one name are joined by `, `. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: KeptBody;
      /** After redirects. */
      readonly url: string;
    }
  | {
      readonly kind: "read";
      readonly path: string;
      readonly bytes: number;
      readonly encoding: "utf8" | "base64";
      readonly content: string;
      /** `sha256:` + hex, of the file's bytes. */
      readonly digest: string;
    }
  | { readonly kind: "written"; readonly path: string; readonly bytes: number; readonly digest: string }
  | { readonly kind: "listed"; readonly path: string; readonly entries: readonly FileEntry[] }
  | {
      readonly kind: "chat";
      readonly text: string;
      /** Tokens, as the server counted them; `null`: it did not say. */
      readonly usage: { readonly input: number | null; readonly output: number | null };
      /** `length`: the answer was cut by `maxTokens`. As the server named it. */
      readonly finish: string | null;
      /** As the server named it. */
      readonly model: string;
    }
  | { readonly kind: "failed"; readonly failure: CallFailure }
  | { readonly kind: "cancelled" };

export interface KeptBody {
  readonly encoding: "utf8" | "base64";
  readonly content: string;
  /** More came than is kept; the rest was not read. */
  readonly cut: boolean;
}

export interface FileEntry {
  readonly name: string;
  readonly type: "file" | "folder" | "other";
  /** Of a file. */
  readonly bytes?: number;
  /** Epoch ms. */
  readonly modified: number;
}

export interface CallFailure {
  readonly code:
    | "timeout"
    /** No connection, or it broke off. */
    | "network"
    /** The host, or one that it redirected to, is none that was approved, or a private address that nobody named. */
    | "denied"
    /** A model's server answered with an error; `status` says which. */
    | "status"
    /** A model's server answered something that is no chat. */
    | "protocol"
    | "too-large"
    | "not-found"
    /** A path that leads out of the workspace, a folder where a file is wanted, and the like. */
    | "path"
    | "not-text"
    | "disk-full"
    /** A secret or model that the runner does not have. */
    | "missing";
  /** For a person: what is wrong and what to do. */
  readonly message: string;
  readonly status?: number;
  /** What the server asked to wait, ms. */
  readonly retryAfterMs?: number;
  /** What the server said, as it said it, bounded. */
  readonly said?: string;
}

/** A call that ended, in its state. */
export interface AnsweredCall {
  readonly result: CallResult;
  /** Epoch ms by the runner's clock. */
  readonly started: number;
  readonly ended: number;
  /** Time at the workspace gate, ms. */
  readonly waited: number;
}
