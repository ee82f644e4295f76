import { assertNever } from "./assertNever.ts";
import { mentionsInCode } from "./codeMentions.ts";
import { type Source, sourcesOf } from "./sources.ts";
import { parseTemplate, skipOpaque } from "./template.ts";
import type { Step } from "./workflow.ts";

/** The roots that templates, expressions and code read (`formats.md` §1). */
export const roots = [
  "event",
  "input",
  "steps",
  "needs",
  "item",
  "items",
  "index",
  "store",
  "run",
  "attempt",
  "secret",
] as const;
export type Root = (typeof roots)[number];

/** One place where a text names a root. */
export interface Mention {
  readonly root: Root;
  /** The key below the root, when it is written out: a step id, a secret. */
  readonly name?: string;
  /** Where the name stands in the text, its quotes or backticks included; without a name: the root. */
  readonly start: number;
  readonly end: number;
  /** It names a variable of the code at once: `const { a } = ctx.steps`. */
  readonly short?: true;
}

/** What a text mentions. Over-careful: a root's name inside a filter counts too. */
export function mentionsIn({ language, text }: Pick<Source, "language" | "text">): readonly Mention[] {
  switch (language) {
    case "expression":
      return inExpression(text);
    case "template": {
      const template = parseTemplate(text);
      if (!template.ok) return [];
      return template.parts.flatMap((part) =>
        part.kind === "text" ? [] : inExpression(part.source).map((mention) => moved(mention, part.start)),
      );
    }
    case "code":
      return mentionsInCode(text);
    default:
      return assertNever(language);
  }
}

/** Ids of the steps that a step's texts look back to (R69), each once. */
export function stepsMentionedBy(step: Step): readonly string[] {
  const names = sourcesOf(step)
    .flatMap(mentionsIn)
    .flatMap(({ root, name }) => ((root === "steps" || root === "needs") && name !== undefined ? [name] : []));
  return [...new Set(names)];
}

/** The text with every mention of step `from` made one of step `to`. */
export function renameStepIn(source: Pick<Source, "language" | "text">, from: string, to: string): string {
  let text = source.text;
  const mentions = mentionsIn(source).filter(
    ({ root, name }) => (root === "steps" || root === "needs") && name === from,
  );
  for (const { start, end, short } of [...mentions].reverse()) {
    const old = text.slice(start, end);
    const before = text.slice(0, start);
    const name = written(source.language, old, to);
    if (short) text = `${before}${name}: ${old}${text.slice(end)}`;
    // What needs quotes stands in brackets: `ctx.steps["a-b"]`.
    else if (source.language === "code" && name !== to && /\.\s*$/.test(before) && !/^["'`]/.test(old))
      text = `${before.replace(/(?<!\?)\.\s*$/, "")}[${name}]${text.slice(end)}`;
    else text = before + name + text.slice(end);
  }
  return source.language === "code" ? renameAddress(text, from, to) : text;
}

/** `ctx.send(event, { to: "id" })` looks back to nothing, and must follow all the same. */
function renameAddress(text: string, from: string, to: string): string {
  return text.replace(/(\bto\s*:\s*)(["'`])([\w-]+)\2/g, (whole, before, quote, id) =>
    id === from ? `${before}${quote}${to}${quote}` : whole,
  );
}

/** The new id, quoted as the old one was. */
function written(language: Source["language"], old: string, id: string): string {
  const quote = old[0] ?? "";
  if (/["']/.test(quote) || (quote === "`" && language === "code")) return quote + id + quote;
  if (/^\w+$/.test(id)) return id;
  return language === "code" ? `"${id}"` : `\`${id}\``;
}

function moved(mention: Mention, by: number): Mention {
  return { ...mention, start: mention.start + by, end: mention.end + by };
}

const identifier = /[A-Za-z_$][\w$]*/y;
/** `.name`, `` .`name` `` or `["name"]` behind a root. */
const below = /\s*(?:\.\s*(?<plain>[A-Za-z_][\w]*|`[^`]*`)|\[\s*(?<quoted>"[^"\\]*"|'[^'\\]*')\s*\])/y;

function inExpression(text: string): readonly Mention[] {
  const found: Mention[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = skipOpaque(text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    identifier.lastIndex = at;
    const word = identifier.exec(text)?.[0];
    if (word === undefined) {
      at++;
      continue;
    }
    if (isRoot(word) && standsAtRoot(text, at)) found.push(mentionAt(text, word, at));
    at += word.length;
  }
  return found;
}

function isRoot(word: string): word is Root {
  return (roots as readonly string[]).includes(word);
}

/** Not a field of something else: nothing, or only the context `$` or `$$`, stands before it; not an object's key. */
function standsAtRoot(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return !before.endsWith(".") || /(^|[^\w$.`\])])\$\$?\s*\.$/.test(before);
}

function mentionAt(text: string, root: Root, at: number): Mention {
  below.lastIndex = at + root.length;
  const match = below.exec(text);
  const token = match?.groups?.plain ?? match?.groups?.quoted;
  const isTable = root === "steps" || root === "needs";
  if (match === null && isTable && /\$lookup\(\s*$/.test(text.slice(0, at))) return lookedUp(text, root, at);
  if (match === null || token === undefined) return { root, start: at, end: at + root.length };
  const start = match.index + match[0].indexOf(token);
  const name = /^["'`]/.test(token) ? token.slice(1, -1) : token;
  return { root, name, start, end: start + token.length };
}

const looked = /\s*,\s*(?<quoted>"[^"\\]*"|'[^'\\]*')\s*\)/y;

/** `$lookup(steps, "id")`. */
function lookedUp(text: string, root: Root, at: number): Mention {
  looked.lastIndex = at + root.length;
  const match = looked.exec(text);
  const token = match?.groups?.quoted;
  if (match === null || token === undefined) return { root, start: at, end: at + root.length };
  const start = match.index + match[0].indexOf(token);
  return { root, name: token.slice(1, -1), start, end: start + token.length };
}
