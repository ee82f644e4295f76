import type { StorageFailure } from "../runtime/world.ts";

/**
 * What a storage function throws when the database did not do it. Not a bug and not for the user to see as it is:
 * the journal turns it into an `AppendResult`, the engine API into a refusal.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly failure: StorageFailure;

  constructor(failure: StorageFailure, cause?: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
  }
}

/** The sentence and kind for whatever IndexedDB threw or aborted with. */
export function storageFailureOf(error: unknown): StorageFailure {
  if (error instanceof StorageError) return error.failure;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  const detail = error instanceof Error || error instanceof DOMException ? error.message : String(error);
  switch (name) {
    case "QuotaExceededError":
      return {
        kind: "quota",
        message:
          "The browser's storage for this page is full. Nothing is lost, but nothing new can be saved: delete old runs, or free space on the disk.",
      };
    case "InvalidStateError":
    case "AbortError":
      return {
        kind: "closed",
        message: `The browser closed the database (${detail || name}). It is opened again by itself.`,
      };
    case "ConstraintError":
      // Only `add` of a segment meets it: somebody else has written to this run's journal.
      return { kind: "fenced", message: "Another tab has written to this run's journal and drives it now." };
    case "VersionError":
      return {
        kind: "closed",
        message:
          "A newer Tickwork has upgraded the database. Reload this tab; if this comes back, start the newer Tickwork.",
      };
    default:
      return {
        kind: "other",
        message: `The browser could not write to its database (${[name, detail].filter(Boolean).join(": ")}).`,
      };
  }
}
