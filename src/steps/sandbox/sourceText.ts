import type { Place } from "./stripTypes.ts";

/*
 * Looking into the text of code without a parser: good enough to name a place to a person, and cheap. What is looked at
 * is text without its strings and comments; the offsets are those of the whole text.
 */

const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const template = String.raw`\`(?:[^\`\\]|\\[\s\S])*\``;
/** Where a value can begin, a slash begins a regular expression. */
const regularExpression = String.raw`(?<=(?:[(,=:[!&|?{};\n]|\breturn)\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/`;
const opaque = new RegExp([comment, string, template, regularExpression].join("|"), "g");

/** Strings, comments and regular expressions as spaces, so that words and brackets in them do not count. */
export function blankOut(source: string): string {
  return source.replace(opaque, (match) => {
    const blank = (text: string) => text.replace(/[^\n]/g, " ");
    if (!match.startsWith("`")) return blank(match);
    // What is filled into a template is code.
    return match
      .split(/(\$\{[^}]*\})/)
      .map((part, index) => (index % 2 === 0 ? blank(part) : part.replace("$", " ")))
      .join("");
  });
}

/** Offset of a 1-based line and column. */
export function offsetOf(text: string, { line, column }: Place): number {
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

/** Behind the bracket that closes the one at `open`. */
export function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) depth++;
    if (")]}".includes(text[at] ?? "") && --depth === 0) return at + 1;
  }
  return text.length;
}
