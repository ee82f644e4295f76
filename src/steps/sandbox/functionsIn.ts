import { closeOf } from "./sourceText.ts";

export interface FunctionRange {
  /** Where its parameters or its name begin. */
  readonly from: number;
  /** Behind its body. */
  readonly to: number;
  /** As a stack calls it: its own, that of what it is kept in, or `default`; empty when it has none. */
  readonly name: string;
}

/** The functions in a text without strings and comments (`blankOut`): arrows, functions and methods. */
export function functionsIn(text: string): readonly FunctionRange[] {
  return [...arrowsIn(text), ...namedIn(text)];
}

/** The innermost one around an offset; `undefined`: none is. */
export function functionAt(functions: readonly FunctionRange[], offset: number): FunctionRange | undefined {
  return functions
    .filter(({ from, to }) => from <= offset && offset < to)
    .reduce<FunctionRange | undefined>((inner, next) => (inner && inner.from > next.from ? inner : next), undefined);
}

function arrowsIn(text: string): readonly FunctionRange[] {
  return [...text.matchAll(/=>/g)].map(({ index }) => {
    const head = text.slice(0, index).trimEnd();
    const from = head.endsWith(")")
      ? openOf(text, head.length - 1)
      : head.length - (/[\w$]*$/.exec(head)?.[0].length ?? 0);
    const [, kept] = /([\w$]+)\s*[:=]\s*(?:async\s*)?$/.exec(text.slice(0, from)) ?? [];
    const name = kept ?? (/\bexport\s+default\s+(?:async\s*)?$/.test(text.slice(0, from)) ? "default" : "");
    const body = index + 2 + (/^\s*/.exec(text.slice(index + 2))?.[0].length ?? 0);
    return { from, name, to: text[body] === "{" ? closeOf(text, body) : endOfExpression(text, body) };
  });
}

const notNames = new Set(["if", "for", "while", "switch", "catch", "with", "return", "await"]);

function namedIn(text: string): readonly FunctionRange[] {
  return [...text.matchAll(/(\bfunction\b\s*\*?\s*)?([\w$#]*)\s*\(/g)].flatMap(
    ({ index, 0: head, 1: keyword, 2: name }) => {
      if (keyword === undefined && (name === undefined || name === "" || notNames.has(name))) return [];
      const behind = closeOf(text, index + head.length - 1);
      const body = /^\s*\{/.exec(text.slice(behind))?.[0].length;
      return body === undefined ? [] : [{ from: index, name: name || "default", to: closeOf(text, behind + body - 1) }];
    },
  );
}

function openOf(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (")]}".includes(text[at] ?? "")) depth++;
    if ("([{".includes(text[at] ?? "") && --depth === 0) return at;
  }
  return 0;
}

function endOfExpression(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if ("([{".includes(text[at] ?? "")) at = closeOf(text, at) - 1;
    else if (",;)]}".includes(text[at] ?? "")) return at;
  }
  return text.length;
}
