import { skipOpaque } from "../../../workflow/template.ts";
import { shapeAtPath } from "./paths.ts";
import { booleanShape, listShape, numberShape, type Shape, textShape, unknownShape } from "./shape.ts";

const results: readonly (readonly [names: string, shape: Shape])[] = [
  [
    "sum count length number max min average round floor ceil abs power sqrt toMillis millis random formatInteger",
    numberShape,
  ],
  [
    "string join uppercase lowercase trim substring substringBefore substringAfter replace pad formatNumber now fromMillis type base64encode base64decode",
    textShape,
  ],
  ["boolean not exists contains", booleanShape],
  ["split keys", listShape(textShape)],
];
const resultOf = new Map(results.flatMap(([names, shape]) => names.split(" ").map((name) => [name, shape] as const)));

/**
 * What an expression gives, as far as it shows without evaluating it: paths, texts, numbers, objects and lists that
 * are written out, comparisons, the commonest functions. Anything else is unknown.
 */
export function expressionShape(text: string, look: (root: string) => Shape | undefined): Shape {
  const source = text.trim();
  if (source === "") return unknownShape;
  const path = shapeAtPath(source, look);
  if (path !== undefined) return path;
  if (/^("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')$/.test(source)) return textShape;
  if (/^-?\d+(\.\d+)?$/.test(source)) return numberShape;
  if (source === "true" || source === "false") return booleanShape;
  const inner = within(source);
  if (inner !== undefined && source.startsWith("{")) return writtenObject(inner, look);
  if (inner !== undefined && source.startsWith("[")) {
    const members = split(inner, ",").map((member) => expressionShape(member, look));
    return members[0] === undefined ? { types: ["list"] } : listShape(members[0]);
  }
  if (inner !== undefined && source.startsWith("(")) return expressionShape(split(inner, ";").at(-1) ?? "", look);
  const call = /^\$(\w+)\s*(\(.*\))$/s.exec(source);
  const argument = call?.[2] === undefined ? undefined : within(call[2]);
  if (call?.[1] !== undefined && argument !== undefined) return callShape(call[1], argument, look);
  return operatorShape(source);
}

function callShape(name: string, argument: string, look: (root: string) => Shape | undefined): Shape {
  const known = resultOf.get(name);
  if (known !== undefined) return known;
  if (["filter", "sort", "reverse", "distinct", "append", "shuffle"].includes(name)) {
    const list = expressionShape(split(argument, ",")[0] ?? "", look);
    return list.types.includes("list") ? list : listShape(list);
  }
  return name === "map" ? { types: ["list"] } : unknownShape;
}

function writtenObject(inner: string, look: (root: string) => Shape | undefined): Shape {
  const fields = new Map<string, Shape>();
  for (const entry of split(inner, ",")) {
    const [key = "", ...value] = split(entry, ":");
    const named = /^\s*"((?:[^"\\]|\\.)*)"\s*$|^\s*'((?:[^'\\]|\\.)*)'\s*$/.exec(key);
    // A key that is computed: then nothing is known of the names.
    if (named === null) return { types: ["object"] };
    fields.set(named[1] ?? named[2] ?? "", expressionShape(value.join(":"), look));
  }
  return { types: ["object"], fields };
}

function operatorShape(source: string): Shape {
  const has = (operator: RegExp) => outside(source).search(operator) >= 0;
  if (has(/\?/)) return unknownShape;
  if (has(/[<>=]|\b(?:and|or|in)\b/)) return booleanShape;
  if (has(/&/)) return textShape;
  return has(/[-+*/%]/) ? numberShape : unknownShape;
}

/** What stands between the first bracket and its partner, when that is the last character. */
function within(source: string): string | undefined {
  const end = closing(source, 0);
  return end === source.length - 1 ? source.slice(1, -1) : undefined;
}

const partner: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Where the bracket at `at` closes; -1: it is none, or never does. */
function closing(source: string, at: number): number {
  if (partner[source[at] ?? ""] === undefined) return -1;
  let depth = 0;
  for (let i = at; i < source.length; i++) {
    const next = skipOpaque(source, i);
    if (next > i) {
      i = next - 1;
      continue;
    }
    const char = source[i] ?? "";
    if (partner[char] !== undefined) depth++;
    else if (")]}".includes(char) && --depth === 0) return i;
  }
  return -1;
}

/** The parts between separators that stand outside of brackets and texts. */
function split(source: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < source.length; i++) {
    const end = closing(source, i);
    const next = end < 0 ? skipOpaque(source, i) : end + 1;
    if (next > i) i = next - 1;
    else if (source[i] === separator) {
      parts.push(source.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(source.slice(from));
  return parts.filter((part) => part.trim() !== "");
}

/** The text with everything in brackets and quotes made `_`. */
function outside(source: string): string {
  let text = "";
  for (let i = 0; i < source.length; i++) {
    const end = closing(source, i);
    const next = end < 0 ? skipOpaque(source, i) : end + 1;
    if (next > i) {
      text += "_";
      i = next - 1;
    } else text += source[i];
  }
  return text;
}
