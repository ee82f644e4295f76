import { deepEqual } from "../engine/deepEqual.ts";
import { isReference } from "../engine/reference.ts";
import { isJsonObject, type Json } from "../workflow/json.ts";
import type { HistoryEntry } from "./historyAt.ts";
import { brief } from "./journalLine.ts";
import type { OpenAsk } from "./needsYou.ts";

/** What a person answered on this page. */
export interface SentAnswer {
  readonly value: Json;
  readonly choice?: string | undefined;
}

/** What was answered on this page, whatever became of it. */
const sent = new Map<string, SentAnswer>();

const keyOf = (runId: string, { step, ask }: OpenAsk): string => `${runId} ${step} ${ask}`;

export function noteAnswered(runId: string, ask: OpenAsk, answer: SentAnswer): void {
  sent.set(keyOf(runId, ask), answer);
}

export function sentAnswer(runId: string, ask: OpenAsk): SentAnswer | undefined {
  return sent.get(keyOf(runId, ask));
}

/** Questions that are not open any more. */
export function goneAsks(before: readonly OpenAsk[], after: readonly OpenAsk[]): readonly OpenAsk[] {
  const open = new Set(after.map((ask) => keyOf("", ask)));
  return before.filter((ask) => !open.has(keyOf("", ask)));
}

/**
 * What a person is to be told of a question that went, from the journal behind the tick `since`; `null`: nothing that
 * they do not know. Of several answers the first counts (R37), and after a deadline or the end of the run none (R39, R41).
 */
export function fateOf(
  ask: OpenAsk,
  mine: SentAnswer | undefined,
  entries: readonly HistoryEntry[],
  since: number,
): { readonly what: "elsewhere" | "first" | "late"; readonly said: string } | null {
  const counted = entries.slice(since).find((entry) => answers(entry, ask));
  if (counted === undefined) return mine === undefined ? null : { what: "late", said: wordsOf(mine) };
  const answer = answerOf(counted);
  if (mine === undefined) return { what: "elsewhere", said: wordsOf(answer) };
  // A large one is kept elsewhere: which of two it is cannot be told from here.
  const isMine = isReference(answer.value) || (answer.choice === mine.choice && deepEqual(answer.value, mine.value));
  return isMine ? null : { what: "first", said: wordsOf(answer) };
}

function answers({ tick, notices }: HistoryEntry, { step, ask }: OpenAsk): boolean {
  if (tick.kind !== "event-added" || tick.event.type !== "Answer" || tick.to !== step) return false;
  if (notices.some(({ kind }) => kind === "unhandled" || kind === "ignored")) return false;
  const { data } = tick.event;
  return isReference(data) || (isJsonObject(data) && data.ask === ask);
}

function answerOf({ tick }: HistoryEntry): SentAnswer {
  const data = tick.kind === "event-added" ? tick.event.data : undefined;
  if (isReference(data) || !isJsonObject(data)) return { value: data ?? null };
  const { value = null, choice } = data;
  return typeof choice === "string" ? { value, choice } : { value };
}

function wordsOf({ value, choice }: SentAnswer): string {
  return choice ?? (isReference(value) ? "a large value" : brief(value));
}
