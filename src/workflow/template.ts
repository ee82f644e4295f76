/** A piece of a template: text that stays, or the JSONata between `{{` and `}}`. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** `start` is where `source` begins in the template. */
  | { readonly kind: "expression"; readonly source: string; readonly start: number };

export type Template =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  /** `at`: where the `{{` that never closes stands. */
  | { readonly ok: false; readonly at: number; readonly message: string };

/** Splits a template. Braces, strings, comments and regular expressions inside an expression do not end it. */
export function parseTemplate(template: string): Template {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const open = template.indexOf("{{", from);
    const text = template.slice(from, open < 0 ? undefined : open);
    if (text !== "") parts.push({ kind: "text", text });
    if (open < 0) return { ok: true, parts };
    const start = open + 2;
    const close = findClose(template, start);
    if (close < 0) {
      return { ok: false, at: open, message: "A `{{` is never closed. Close it with `}}`." };
    }
    parts.push({ kind: "expression", source: template.slice(start, close), start });
    from = close + 2;
  }
}

/** Whether a text holds anything to interpolate. */
export function isTemplated(text: string): boolean {
  return text.includes("{{");
}

function findClose(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const skipped = skipOpaque(text, at, start);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (text[at] === "{") depth++;
    if (text[at] === "}") {
      if (depth === 0) return text[at + 1] === "}" ? at : -1;
      depth--;
    }
    at++;
  }
  return -1;
}

/**
 * Where a string, backticked name, comment or regular expression that begins at `at` ends; `at` itself when none
 * begins there. One that never ends reaches to the end of the text.
 */
export function skipOpaque(text: string, at: number, from = 0): number {
  const char = text[at];
  if (char === '"' || char === "'" || char === "`") return skipQuoted(text, at, char);
  if (char === "/" && text[at + 1] === "*") {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (char === "/" && beginsRegex(text, at, from)) return skipQuoted(text, at, "/");
  return at;
}

function skipQuoted(text: string, at: number, quote: string): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\" && quote !== "`") i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

/** JSONata has a regular expression where a value may begin; behind a value the slash divides. */
function beginsRegex(text: string, at: number, from: number): boolean {
  const before = text.slice(from, at).trimEnd();
  return before === "" || /[(,:[{~>|?=&!;]$/.test(before);
}
