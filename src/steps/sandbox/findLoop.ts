import { blankOut, closeOf, offsetOf, placeOf } from "./sourceText.ts";
import type { Place } from "./stripTypes.ts";

/**
 * QuickJS knows places of calls, of operators and of statements that are an expression, so a loop without any is
 * reported at the last such place before it. When that place is inside no loop, the first loop after it is the one that did not end.
 */
export function findLoop(source: string, place: Place): Place {
  const text = blankOut(source);
  const at = offsetOf(text, place);
  const loops = [...text.matchAll(/\b(?:for|while|do)\b/g)].map(({ index }) => ({
    from: index,
    to: endOf(text, index),
  }));
  if (loops.some(({ from, to }) => from <= at && at < to)) return place;
  const next = loops.find(({ from }) => from > at);
  return next ? placeOf(source, next.from) : place;
}

/** Where the loop that begins at `from` ends: behind its head, and the block or the statement that follows. */
function endOf(text: string, from: number): number {
  let at = text.indexOf(text.startsWith("do", from) ? "{" : "(", from);
  if (at < 0) return text.length;
  at = closeOf(text, at);
  const body = /\S/.exec(text.slice(at));
  if (body?.[0] === "{") return closeOf(text, at + body.index);
  const end = text.indexOf(";", at);
  return end < 0 ? text.length : end;
}
