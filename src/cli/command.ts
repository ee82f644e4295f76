/** Where a command writes: results on `out`, words for people on `err`, a line each. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
}

/** One command of `cli.md`. */
export interface Command {
  readonly name: string;
  /** The command line after `tickwork`. */
  readonly usage: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Answers the exit code; throws a `WrongUsage` for 64. */
  run(args: readonly string[], io: Io): Promise<number>;
}

/** The command line cannot be understood; the message says what to write. */
export class WrongUsage extends Error {}

/** The machine did not let the command end; the message says why. Exit code 1. */
export class Failed extends Error {}
