import type { Element } from "../engine/effect.ts";
import type { Attempt } from "./attempt.ts";
import { attemptWord } from "./attemptWord.ts";

/** One element of a `forEach` as it stands (R72). */
export interface MatrixRow {
  /** Its last attempt. */
  readonly attempt: Attempt;
  /** In its list, from 0. */
  readonly index: number;
  /** How often it was begun. */
  readonly tries: number;
}

/** The elements of one list, as far as they have begun. */
export interface MatrixList {
  /** The number of its inner batch. */
  readonly list: number;
  /** In the order in which the lists of the step began, from 1. */
  readonly number: number;
  /** The element of the batch in which the list was opened; absent outside all batches. */
  readonly of?: Element;
  /** What went wrong first, then what is under way, then the rest; each in the order of the list. */
  readonly rows: readonly MatrixRow[];
  readonly failed: number;
  readonly under: number;
  readonly succeeded: number;
}

/** The elements of a step's lists, by its attempts in order of dispatch. Lists in which something failed come first. */
export function matrixOf(attempts: readonly Attempt[]): readonly MatrixList[] {
  const lists = new Map<number, Map<string, MatrixRow>>();
  for (const attempt of attempts) {
    const { each, element, list } = attempt.context;
    if (each?.kind !== "element" || list === undefined) continue;
    const rows = lists.get(list) ?? new Map<string, MatrixRow>();
    lists.set(list, rows);
    const before = rows.get(attempt.item);
    // What waited goes on in the same attempt.
    const again = before !== undefined && before.attempt.attempt === attempt.attempt;
    const tries = (before?.tries ?? 0) + (again ? 0 : 1);
    rows.set(attempt.item, { attempt, index: element?.index ?? 0, tries });
  }
  const inOrder = [...lists].sort(([a], [b]) => a - b).map(([list, rows], place) => listOf(list, place + 1, rows));
  return [...inOrder.filter(({ failed }) => failed > 0), ...inOrder.filter(({ failed }) => failed === 0)];
}

function listOf(list: number, number: number, last: ReadonlyMap<string, MatrixRow>): MatrixList {
  const rows = [...last.values()].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
  const count = (wanted: number) => rows.filter((row) => rank(row) === wanted).length;
  const of = rows[0]?.attempt.context.elements?.at(-1);
  return { list, number, ...(of && { of }), rows, failed: count(0), under: count(1), succeeded: count(2) };
}

function rank({ attempt }: MatrixRow): number {
  const { tone } = attemptWord(attempt);
  if (attempt.end === "retrying" || attempt.end === "waiting" || attempt.end === "rerun") return 1;
  return tone === "bad" || attempt.end === "uncertain" ? 0 : tone === "run" ? 1 : tone === "ok" ? 2 : 3;
}
