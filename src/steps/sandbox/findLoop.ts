import type { Place } from "./stripTypes.ts";

/**
 * QuickJS knows places of calls and property accesses only, so a loop of neither is reported at the last such place
 * before it. When that place is inside no loop, the first loop after it is the one that did not end.
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

/** Strings, comments and regular expressions as spaces, so that words and brackets in them do not count. */
function blankOut(source: string): string {
  const opaque = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
  return source.replace(opaque, (match) => match.replace(/[^\n]/g, " "));
}

function offsetOf(text: string, { line, column }: Place): number {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  return start + column - 1;
}

/** 1-based line and column of an offset. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
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

function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "") && --depth === 0) return at + 1;
  }
  return text.length;
}
