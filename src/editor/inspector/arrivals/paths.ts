import { memberOf, type Shape } from "./shape.ts";

/** A name of JSONata, plain or in backticks, or `$` and a variable. */
const name = "(?:[$A-Za-z_][\\w$]*|`[^`]*`)";
/** Behind a name: indexes and simple filters, which change nothing of what the elements are. */
const filter = "(?:\\s*\\[[^\\[\\]]*\\])*";
const step = `${name}${filter}`;

/** A path such as ``steps.`my-step`.data.items[0]``. */
export const pathPattern = `${step}(?:\\s*\\.\\s*${step})*`;
const wholePath = new RegExp(`^${pathPattern}$`);
const pathStep = new RegExp(`(${name})((?:\\s*\\[[^\\[\\]]*\\])*)\\s*(?:\\.\\s*|$)`, "gy");

/** What a path leads to; `undefined` when it is no path or leads to nothing that is known. */
export function shapeAtPath(text: string, look: (root: string) => Shape | undefined): Shape | undefined {
  const path = text.trim();
  if (!wholePath.test(path)) return undefined;
  let at: Shape | undefined;
  let isFirst = true;
  for (const [, raw = "", filters = ""] of path.matchAll(pathStep)) {
    const key = plainName(raw);
    at = isFirst ? look(key) : at && memberOf(at, key);
    isFirst = false;
    if (at === undefined) return undefined;
    if (/^\s*\[\s*-?\d+\s*\]/.test(filters)) at = memberOf(at, 0);
  }
  return at;
}

/** A name without its backticks. */
export function plainName(raw: string): string {
  return raw.startsWith("`") ? raw.replaceAll("`", "") : raw;
}

/** A name as an expression writes it: in backticks when it holds more than letters, digits and `_`. */
export function quotedName(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !["and", "or", "in"].includes(key) ? key : `\`${key}\``;
}
