import type { Mention } from "./references.ts";

/*
 * Where code names steps: in `ctx.step("id")`, and below `ctx.steps` and `ctx.needs`, also when those were taken out of
 * the context before. Code is not parsed for more: what is bound twice under one name is left alone.
 */

type Table = "steps" | "needs";

/** A variable that holds one of the tables. */
interface Alias {
  readonly name: string;
  readonly table: Table;
}

const quoted = String.raw`"[^"\\\n]*"|'[^'\\\n]*'|${"`"}[^${"`"}\\$\n]*${"`"}`;
const below = String.raw`(?:\??\.\s*(?<plain>[A-Za-z_$][\w$]*)|(?:\?\.\s*)?\[\s*(?<quoted>${quoted})\s*\])`;
const whole = String.raw`(?!\s*(?:\??\.|\[|\())`;
const step = new RegExp(String.raw`\bctx\s*\??\.\s*step\s*(?:\?\.\s*)?\(\s*(?<quoted>${quoted})`, "g");
const table = String.raw`ctx\s*\??\.\s*(?<table>steps|needs)\b`;
const inTable = new RegExp(String.raw`\b${table}\s*${below}`, "g");
/** What the step's function takes out of the context where it gets it, and later. */
const parameter =
  /\bexport\s+default\s+(?:async\s+)?(?:function\s*[\w$]*\s*)?\(\s*(?:[\w$]+|\{[^{}]*\})\s*(?::[^,()]*)?,\s*\{(?<parts>[^{}]*)\}/g;
const taken = new RegExp(String.raw`\{(?<parts>[^{}]*)\}\s*=\s*ctx\b${whole}`, "g");
const kept = new RegExp(String.raw`\b(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*${table}${whole}`, "g");

export function mentionsInCode(text: string): readonly Mention[] {
  const found = [
    ...[...text.matchAll(step)].flatMap((match) => named(match, "steps")),
    ...[...text.matchAll(inTable)].flatMap((match) => named(match, match.groups?.table as Table)),
    ...takenFrom(text, table),
    ...aliasesIn(text).flatMap(({ name, table }) => ofAlias(text, name, table)),
  ];
  return found.sort((a, b) => a.start - b.start);
}

function named(match: RegExpExecArray, root: Table): readonly Mention[] {
  const { plain, quoted } = match.groups ?? {};
  const token = plain ?? quoted;
  if (token === undefined) return [];
  const start = match.index + match[0].lastIndexOf(token);
  return [{ root, name: plain ?? token.slice(1, -1), start, end: start + token.length }];
}

function aliasesIn(text: string): readonly Alias[] {
  const lists = [...text.matchAll(parameter), ...text.matchAll(taken)].map((match) => match.groups?.parts ?? "");
  const parts = lists.flatMap((list) => partsOf(list)).filter(({ key }) => key === "steps" || key === "needs");
  const aliases = [
    ...parts.map(({ key, name }) => ({ name, table: key as Table })),
    ...[...text.matchAll(kept)].map(({ groups }) => ({ name: groups?.name ?? "", table: groups?.table as Table })),
  ];
  return aliases.filter(({ name }) => name !== "" && bindings(text, name) <= 1);
}

function ofAlias(text: string, name: string, root: Table): readonly Mention[] {
  const free = String.raw`(?<![\w$.])${name.replaceAll("$", "\\$")}`;
  const reads = [...text.matchAll(new RegExp(String.raw`${free}\s*${below}`, "g"))];
  return [...reads.flatMap((match) => named(match, root)), ...takenFrom(text, String.raw`${free}\b`, root)];
}

/** `const { a, b: other } = ctx.steps`. */
function takenFrom(text: string, source: string, root?: Table): readonly Mention[] {
  const pattern = new RegExp(String.raw`\{(?<parts>[^{}]*)\}\s*=\s*${source}${whole}`, "g");
  return [...text.matchAll(pattern)].flatMap(({ index, groups }) =>
    partsOf(groups?.parts ?? "").map(({ key, token, at, short }): Mention => {
      const start = index + 1 + at;
      const of = root ?? (groups?.table as Table);
      return { root: of, name: key, start, end: start + token.length, ...(short && { short: true }) };
    }),
  );
}

interface Part {
  readonly key: string;
  /** The variable that gets it. */
  readonly name: string;
  /** The key as it is written, and where in the list. */
  readonly token: string;
  readonly at: number;
  readonly short: boolean;
}

/** The members of a destructuring; what is nested or computed is no name. */
function partsOf(list: string): readonly Part[] {
  const part = new RegExp(
    String.raw`(?<=^|,)\s*(?<token>[A-Za-z_$][\w$]*|${quoted})\s*(?::\s*(?<name>[A-Za-z_$][\w$]*))?\s*(?==|,|$)`,
    "g",
  );
  return [...list.matchAll(part)].map((match) => {
    const { token = "", name } = match.groups ?? {};
    const key = /^["'`]/.test(token) ? token.slice(1, -1) : token;
    return { key, name: name ?? key, token, at: match.index + match[0].indexOf(token), short: name === undefined };
  });
}

/** How often a name is bound: declared, taken out of something, or a parameter. */
function bindings(text: string, name: string): number {
  const own = name.replaceAll("$", "\\$");
  const declared = String.raw`\b(?:const|let|var|function|class)\s+${own}\b`;
  const parameter = String.raw`[(,]\s*${own}\s*(?::[^,()]*)?(?=[,)][^;{}]*(?:=>|\{))|(?<![\w$.])${own}\s*=>`;
  const destructured = String.raw`\{(?:[^{}]*[,:])?\s*${own}\s*(?:=[^,{}]*)?(?:,[^{}]*)?\}\s*(?::[^,()]*)?(?:=[^=>]|[,)])`;
  return [...text.matchAll(new RegExp(`${declared}|${parameter}|${destructured}`, "g"))].length;
}
