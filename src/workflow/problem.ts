import type { StepId } from "./workflow.ts";

/**
 * One finding about a workflow or a file. All findings are reported together; errors stop a run or an import,
 * warnings do not.
 */
export interface Problem {
  /** The rule of the spec it stands under: `V1` … `V9`, or `format` for a document that cannot be read. */
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** RFC 6901 JSON pointer into the document; `""` is the whole. */
  readonly pointer: string;
  /** What is wrong and what to do, for a person. */
  readonly message: string;
  readonly step?: StepId;
  /** An event type, when the problem is shown at a wire or port of `step`. */
  readonly event?: string;
  /** 1-based place inside a source text (code that does not parse). */
  readonly line?: number;
  readonly column?: number;
}

/** A result as data: failures that a user may see never throw. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };
