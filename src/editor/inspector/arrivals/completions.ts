import { parseTemplate, skipOpaque } from "../../../workflow/template.ts";
import type { Roots } from "./arrivals.ts";
import { expressionShape } from "./expressionShape.ts";
import { jsonataFunctions } from "./jsonataFunctions.ts";
import { pathPattern, plainName, quotedName, shapeAtPath } from "./paths.ts";
import { fieldsOf, type Shape, shapeText } from "./shape.ts";

/** One thing that can be written at the caret. */
export interface Offer {
  /** What is written. */
  readonly label: string;
  /** Its type in a word or two. */
  readonly detail: string;
  /** What it means, one line. */
  readonly about: string;
  readonly kind: "root" | "field" | "function" | "variable" | "value";
}

export interface Offers {
  /** Where what is replaced begins; it ends at the caret. */
  readonly from: number;
  readonly offers: readonly Offer[];
  /** Something is typed of it already: the list opens by itself. */
  readonly begun: boolean;
}

/** What an expression can go on with at `at`; `null` inside of a text, a comment or a pattern. */
export function expressionOffers(text: string, at: number, roots: Roots): Offers | null {
  const before = text.slice(0, at);
  if (isOpaque(before)) return choicesInText(before, roots);
  const scope = scopeAt(before, roots);
  const member = new RegExp(`(${pathPattern})\\s*\\.\\s*(\`[^\`]*|[\\w$]*)$`).exec(before);
  if (member !== null) {
    const [, path = "", typed = ""] = member;
    const shape = shapeAtPath(path, scope);
    return shape === undefined ? null : { from: at - typed.length, offers: fieldOffers(fieldsOf(shape)), begun: true };
  }
  // Behind a number or a closed bracket no value begins.
  const typed = /(?:`[^`]*|[$A-Za-z_][\w$]*)$/.exec(before)?.[0] ?? "";
  if (/[\d)\]}"'.]$/.test(before.slice(0, at - typed.length).trimEnd()) && typed === "") return null;
  return { from: at - typed.length, offers: startOffers(before, roots), begun: typed !== "" };
}

/** The same inside `{{ }}` of a template; `null` in its text. */
export function templateOffers(text: string, at: number, roots: Roots): Offers | null {
  const start = openExpressionAt(text, at);
  if (start < 0) return null;
  const inner = expressionOffers(text.slice(start), at - start, roots);
  return inner && { ...inner, from: inner.from + start };
}

/** Where the expression that holds `at` begins; -1: `at` stands in the text of the template. */
export function openExpressionAt(text: string, at: number): number {
  const parsed = parseTemplate(text);
  if (parsed.ok) {
    const part = parsed.parts.find(
      (one) => one.kind === "expression" && one.start <= at && at <= one.start + one.source.length,
    );
    return part?.kind === "expression" ? part.start : -1;
  }
  // While it is typed, `{{` is not closed yet: what stands before it is whole.
  return parsed.at + 2 <= at ? parsed.at + 2 : -1;
}

type Look = (root: string) => Shape | undefined;

/** What names mean at the end of a text: inside `list[…]` and `path.(…)` they are those of the element. */
function scopeAt(before: string, roots: Roots): Look {
  const variables = variablesIn(before, roots);
  const around = contextAt(before, roots, variables);
  return (root) => {
    if (root === "$$") return { types: ["object"], fields: roots };
    if (root === "$") return around ?? { types: ["object"], fields: roots };
    if (root.startsWith("$")) return variables.get(root);
    return around === undefined ? roots.get(root) : fieldsOf(around).get(root);
  };
}

/** The value whose fields are meant, when the caret stands in a filter or behind `path.(`. */
function contextAt(before: string, roots: Roots, variables: ReadonlyMap<string, Shape>): Shape | undefined {
  const brackets: number[] = [];
  for (let i = 0; i < before.length; i++) {
    const next = skipOpaque(before, i);
    if (next > i) i = next - 1;
    else if ("([{".includes(before[i] ?? "")) brackets.push(i);
    else if (")]}".includes(before[i] ?? "")) brackets.pop();
  }
  const look: Look = (root) => variables.get(root) ?? roots.get(root);
  for (const at of brackets.reverse()) {
    const head = before.slice(0, at);
    const behind = before[at] === "[" ? "\\s*$" : "\\s*\\.\\s*$";
    const path = new RegExp(`(${pathPattern})${behind}`).exec(head)?.[1];
    const shape = path === undefined ? undefined : shapeAtPath(path, look);
    if (shape !== undefined) return shape.element ?? shape;
  }
  return undefined;
}

/** Variables that are bound before the caret, and what is known of them. */
function variablesIn(before: string, roots: Roots): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>();
  const look: Look = (root) => found.get(root) ?? roots.get(root);
  for (const [, variable = "", value = ""] of before.matchAll(/(\$[A-Za-z_]\w*)\s*:=\s*([^;]*);/g))
    found.set(variable, expressionShape(value, look));
  const callbacks = new RegExp(
    `\\$(?:map|filter|single|each|sift|sort)\\s*\\(\\s*(${pathPattern})\\s*,\\s*(?:function|λ)\\s*\\(\\s*(\\$\\w+)`,
    "g",
  );
  for (const [, path = "", variable = ""] of before.matchAll(callbacks)) {
    const list = shapeAtPath(path, look);
    if (list !== undefined) found.set(variable, list.element ?? list);
  }
  return found;
}

function startOffers(before: string, roots: Roots): readonly Offer[] {
  const variables = variablesIn(before, roots);
  const around = contextAt(before, roots, variables);
  const fields = around === undefined ? [] : fieldOffers(fieldsOf(around));
  const first: readonly Offer[] =
    around === undefined
      ? [...roots].map(([name, shape]) => offer(name, shape, "root"))
      : [...fields, { label: "$$", detail: "object", about: "the roots: $$.event, $$.input, …", kind: "variable" }];
  return [
    ...first,
    ...[...variables].map(([name, shape]) => offer(name, shape, "variable")),
    ...jsonataFunctions.map(
      ({ name, signature, about }): Offer => ({
        label: name,
        detail: signature.slice(name.length),
        about,
        kind: "function",
      }),
    ),
  ];
}

/** `status = "` offers the values that the field can have. */
function choicesInText(before: string, roots: Roots): Offers | null {
  const found = new RegExp(`(${pathPattern})\\s*!?=\\s*(["'])([^"'\\\\]*)$`).exec(before);
  if (found === null) return null;
  const [, path = "", , typed = ""] = found;
  const choices = shapeAtPath(path, scopeAt(before.slice(0, found.index), roots))?.choices ?? [];
  const texts = choices.filter((choice) => typeof choice === "string");
  if (texts.length === 0) return null;
  const offers = texts.map((label): Offer => ({ label, detail: "", about: "", kind: "value" }));
  return { from: before.length - typed.length, offers, begun: true };
}

function fieldOffers(fields: ReadonlyMap<string, Shape>): readonly Offer[] {
  return [...fields].map(([name, shape]) => offer(quotedName(name), shape, "field"));
}

function offer(label: string, shape: Shape, kind: Offer["kind"]): Offer {
  return { label, detail: `${shapeText(shape)}${shape.optional ? "?" : ""}`, about: shape.about ?? "", kind };
}

/** What a name at `at` means, for the hover: the whole path up to its end. */
export function meaningAt(
  text: string,
  at: number,
  roots: Roots,
): { readonly from: number; readonly to: number; readonly offer: Offer } | null {
  const to = at + (/^[\w$`-]*/.exec(text.slice(at))?.[0].length ?? 0);
  const before = text.slice(0, to);
  if (isOpaque(text.slice(0, at))) return null;
  const path = new RegExp(`${pathPattern}$`).exec(before)?.[0];
  if (path === undefined) return null;
  const last = /(?:`[^`]*`|[\w$]+)$/.exec(path)?.[0] ?? path;
  const from = to - last.length;
  const known = jsonataFunctions.find(({ name }) => name === last);
  if (known !== undefined)
    return { from, to, offer: { label: known.signature, detail: "", about: known.about, kind: "function" } };
  const shape = shapeAtPath(path, scopeAt(text.slice(0, to - path.length), roots));
  return shape === undefined ? null : { from, to, offer: offer(plainName(last), shape, "field") };
}

/** Whether a text ends inside of quotes, a comment or a pattern. */
function isOpaque(before: string): boolean {
  for (let i = 0; i < before.length; i++) {
    const next = skipOpaque(before, i);
    if (next <= i) continue;
    // A backticked name that is still open is being typed: that is what is completed.
    if (next === before.length && !closes(before, i)) return before[i] !== "`";
    i = next - 1;
  }
  return false;
}

function closes(text: string, at: number): boolean {
  const quote = text[at] ?? "";
  if (quote === "/" && text[at + 1] === "*") return text.endsWith("*/") && text.length >= at + 4;
  return (
    text.length > at + 1 && text.endsWith(quote) && !(quote !== "`" && /(^|[^\\])(\\\\)*\\$/.test(text.slice(at, -1)))
  );
}
