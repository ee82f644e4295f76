import type { WaitOutcome } from "../engine/effect.ts";
import type { Event } from "../engine/event.ts";
import type { Failure } from "../engine/failure.ts";
import type { Result } from "../engine/result.ts";
import type { StorePath } from "../engine/tick.ts";
import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";

/*
 * What the engine worker and the sandbox worker say to each other, as plain messages. A call has a number; the
 * sandbox says when it begins and stops burning time on it, so that a call that never comes back is known by name
 * even though the sandbox can no longer say anything.
 */

/** What a code step sees of the run. Plain JSON, handed over as text and parsed inside the sandbox. */
export interface CodeGiven {
  readonly event?: Event;
  readonly input: Json;
  readonly item?: Json;
  readonly index?: number;
  /** Elements of the outer batches, outermost first (R71). */
  readonly items: readonly Json[];
  readonly runId: string;
  readonly attempt: { readonly number: number; readonly firstAt: number; readonly lastError?: Failure };
  readonly waits: readonly WaitOutcome[];
  readonly once: Readonly<Record<string, Json>>;
  readonly buffers: Readonly<Record<string, readonly Event[]>>;
  readonly emits: Readonly<Record<string, string>>;
  readonly batches: Readonly<Record<string, string>>;
  readonly stepIds: readonly string[];
  /** What steps that the code mentions handed on (R69), by id. */
  readonly steps: JsonObject;
}

export interface CodeJob {
  readonly kind: "code";
  readonly source: string;
  /** A `CodeGiven`. */
  readonly given: string;
  /** JSON texts of the large values that stand as references in `given`, by digest; left out: none. */
  readonly artifacts?: Readonly<Record<string, string>>;
  /** The one time that the code sees, epoch ms. */
  readonly now: number;
  /** What its chance is drawn from. */
  readonly seed: string;
  /** Time without yielding, ms. */
  readonly cpuMs: number;
  readonly memoryMb: number;
  /** Log text beyond this is dropped, with a mark. Bytes. */
  readonly maxLogBytes: number;
}

/** One expression or template and where it stands, for the message when it fails. */
export interface Text {
  readonly language: "expression" | "template";
  /** Names it for a person: `stdin`, `argv[2]`. */
  readonly name: string;
  readonly source: string;
  /** No value is an answer here, not a failure. */
  readonly optional?: true;
}

export interface EvaluateJob {
  readonly kind: "evaluate";
  readonly texts: readonly Text[];
  /** The roots (`formats.md` §1), as JSON text. */
  readonly roots: string;
  /** JSON texts of the large values that stand as references in `roots`, by digest; left out: none. */
  readonly artifacts?: Readonly<Record<string, string>>;
  readonly now: number;
  readonly seed: string;
  readonly timeoutMs: number;
}

export interface ValidateJob {
  readonly kind: "validate";
  readonly schema: JsonSchema;
  readonly value: Json;
}

export interface CheckJob {
  readonly kind: "check";
  readonly texts: readonly { readonly language: "code" | "expression" | "template"; readonly source: string }[];
}

export type SandboxJob = CodeJob | EvaluateJob | ValidateJob | CheckJob;

/** A place where a value breaks its schema. */
export interface SchemaError {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

/** What is wrong with a source text. */
export interface SourceError {
  /** Which of the texts that were given. */
  readonly text: number;
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** How each kind of job ends. */
export interface SandboxValues {
  readonly code: { readonly results: readonly Result[] };
  /** In the order of the texts; `null`: an optional one that has no value, else the value in `value`. */
  readonly evaluate:
    | { readonly ok: true; readonly values: readonly ({ readonly value: Json } | null)[] }
    | { readonly ok: false; readonly failure: Failure };
  readonly validate: { readonly errors: readonly SchemaError[] };
  readonly check: { readonly errors: readonly SourceError[] };
}

/** What user code asks of the run. Those with an answer are marked. */
export type CodeRequest =
  /** Answered: nothing, or why the address is wrong. */
  | { readonly kind: "send"; readonly event: Event; readonly to?: string; readonly index: number }
  | { readonly kind: "publish"; readonly event: Event }
  /** Answered: `{value?, seen}`; `seen` names the value for `store-change`. */
  | { readonly kind: "store-read"; readonly path: StorePath }
  /** Answered: whether it was changed. */
  | {
      readonly kind: "store-change";
      readonly path: StorePath;
      readonly value?: Json;
      readonly delete?: true;
      readonly ifSeen?: number;
    }
  /** Answered when durable. */
  | { readonly kind: "once"; readonly key: string; readonly value: Json }
  /** Answered: what the step handed on, or nothing. */
  | { readonly kind: "step"; readonly step: string }
  | { readonly kind: "log"; readonly level: LogLevel; readonly text: string };

export type LogLevel = "log" | "info" | "warn" | "error" | "debug";

export type CodeReply =
  | { readonly ok: true; readonly value?: Json | JsonObject }
  | { readonly ok: false; readonly message: string };

export type ToSandbox =
  | { readonly kind: "call"; readonly call: number; readonly job: SandboxJob }
  | { readonly kind: "reply"; readonly call: number; readonly request: number; readonly reply: CodeReply }
  /** Forget it: nothing of it is said any more. */
  | { readonly kind: "abort"; readonly call: number };

export type FromSandbox =
  /** It is loaded and takes calls. */
  | { readonly kind: "ready" }
  /** It can run nothing: why. */
  | { readonly kind: "broken"; readonly message: string }
  /** From now on this call burns time, at most `limitMs` of it by the sandbox's own guard. */
  | { readonly kind: "entered"; readonly call: number; readonly limitMs: number }
  | { readonly kind: "left"; readonly call: number }
  | { readonly kind: "request"; readonly call: number; readonly request: number; readonly body: CodeRequest }
  | { readonly kind: "done"; readonly call: number; readonly value: SandboxValues[SandboxJob["kind"]] };
