import type { Failure } from "../../engine/failure.ts";
import type {
  CodeJob,
  CodeReply,
  CodeRequest,
  FromSandbox,
  SandboxJob,
  SandboxValues,
  ToSandbox,
} from "../../protocol/sandbox.ts";

/** How a call into the sandbox ended. */
export type CallEnd<T> =
  | { readonly kind: "done"; readonly value: T }
  /** It never came back and the sandbox was killed for it, or the sandbox cannot run at all. */
  | { readonly kind: "killed"; readonly failure: Failure }
  /** The sandbox was killed for another call (R78). */
  | { readonly kind: "lost" };

export interface CodeCall {
  readonly end: Promise<CallEnd<SandboxValues["code"]>>;
  /** Forgets it: `end` never settles. */
  abort(): void;
}

/** Runs what people wrote where it can harm nothing. */
export interface Sandbox {
  runCode(job: CodeJob, answer: (request: CodeRequest) => Promise<CodeReply>): CodeCall;
  /** Jobs without effects: begun again by themselves when the sandbox was killed for another. */
  compute<K extends Exclude<SandboxJob["kind"], "code">>(
    job: Extract<SandboxJob, { kind: K }>,
  ): Promise<Exclude<CallEnd<SandboxValues[K]>, { kind: "lost" }>>;
  close(): void;
}

/** A sandbox that was started, as its client sees it. */
export interface SandboxWorker {
  post(message: ToSandbox): void;
  terminate(): void;
}

/** Starts one. `died`: it can say nothing any more. */
export type SpawnSandbox = (hear: (message: FromSandbox) => void, died: (message: string) => void) => SandboxWorker;
