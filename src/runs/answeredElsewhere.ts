import type { OpenAsk } from "./needsYou.ts";

/** Questions that were answered on this page, so that their going is no news. */
const answered = new Set<string>();

const keyOf = (runId: string, { step, ask }: OpenAsk): string => `${runId} ${step} ${ask}`;

export function noteAnswered(runId: string, ask: OpenAsk): void {
  answered.add(keyOf(runId, ask));
}

/** Questions that are gone although nobody answered them here and their time is not over. */
export function answeredElsewhere(
  runId: string,
  before: readonly OpenAsk[],
  after: readonly OpenAsk[],
  now: number,
): readonly OpenAsk[] {
  const open = new Set(after.map((ask) => keyOf(runId, ask)));
  return before.filter((ask) => {
    const key = keyOf(runId, ask);
    const isOver = ask.deadlineAt !== undefined && ask.deadlineAt <= now;
    return !open.has(key) && !answered.has(key) && !isOver;
  });
}
