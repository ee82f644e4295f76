import { attemptWord } from "./attemptWord.ts";
import type { Attempt } from "./runHistory.ts";

/** One element of a `forEach` as it stands (R72). */
export interface MatrixRow {
  /** Its last attempt. */
  readonly attempt: Attempt;
  /** In its list, from 0. */
  readonly index: number;
  /** How often it was begun. */
  readonly tries: number;
}

export interface Matrix {
  /** What went wrong first, then what is under way, then the rest; each in the order of the list. */
  readonly rows: readonly MatrixRow[];
  /** How many lists the step was given. */
  readonly lists: number;
  readonly failed: number;
  readonly under: number;
  readonly succeeded: number;
}

/** The elements of a step's lists, by its attempts in order of dispatch; `null`: it has begun none. */
export function matrixOf(attempts: readonly Attempt[]): Matrix | null {
  const lists = attempts.filter(({ context }) => context.each?.kind === "open").length;
  const last = new Map<string, MatrixRow>();
  for (const attempt of attempts) {
    const { each, element } = attempt.context;
    if (each?.kind !== "element") continue;
    const before = last.get(attempt.item);
    // What waited goes on in the same attempt.
    const again = before !== undefined && before.attempt.attempt === attempt.attempt;
    const tries = (before?.tries ?? 0) + (again ? 0 : 1);
    last.set(attempt.item, { attempt, index: element?.index ?? 0, tries });
  }
  if (last.size === 0) return null;
  const rows = [...last.values()].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const count = (wanted: number) => rows.filter((row) => rank(row) === wanted).length;
  return { rows, lists, failed: count(0), under: count(1), succeeded: count(2) };
}

function rank({ attempt }: MatrixRow): number {
  const { tone } = attemptWord(attempt);
  if (attempt.end === "retrying" || attempt.end === "waiting" || attempt.end === "rerun") return 1;
  return tone === "bad" || attempt.end === "uncertain" ? 0 : tone === "run" ? 1 : tone === "ok" ? 2 : 3;
}
