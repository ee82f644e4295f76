import jsonata from "jsonata";
import { type Failure, failureNames } from "../../engine/failure.ts";
import type { EvaluateJob, SandboxValues, SourceError, Text } from "../../protocol/sandbox.ts";
import type { Json } from "../../workflow/json.ts";
import { parseTemplate } from "../../workflow/template.ts";
import { exactCopy } from "../exactJson.ts";
import { parseLazily } from "./lazyValues.ts";
import { seededChance } from "./seededChance.ts";
import { placeOf } from "./sourceText.ts";
import type { Place } from "./stripTypes.ts";

/** Evaluates expressions and templates over the roots. The first that fails is the answer. */
export async function evaluateTexts(job: EvaluateJob): Promise<SandboxValues["evaluate"]> {
  const roots = parseLazily(job.roots, job.artifacts);
  const around: Around = { roots, now: job.now, chance: seededChance(job.seed), timeoutMs: job.timeoutMs };
  const values: ({ readonly value: Json } | null)[] = [];
  try {
    for (const text of job.texts) {
      const value = text.language === "template" ? await fillTemplate(text, around) : await evaluateText(text, around);
      values.push(value === undefined ? null : { value });
    }
    return { ok: true, values };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** What is wrong with an expression or a template before it is evaluated, in its own text. */
export function checkText(text: { readonly language: "expression" | "template"; readonly source: string }): Finding[] {
  if (text.language === "expression") return checkExpression(text.source, 0, text.source);
  const template = parseTemplate(text.source);
  if (!template.ok) return [{ message: template.message, ...placeOf(text.source, template.at) }];
  return template.parts.flatMap((part) =>
    part.kind === "expression" ? checkExpression(part.source, part.start, text.source) : [],
  );
}

type Finding = Omit<SourceError, "text">;

function checkExpression(source: string, start: number, whole: string): Finding[] {
  if (source.trim() === "") return [{ message: "The expression is empty.", ...placeOf(whole, start) }];
  try {
    jsonata(source);
    return [];
  } catch (error) {
    const { message, position } = readError(error);
    return [{ message, ...placeOf(whole, start + Math.max(0, position - 1)) }];
  }
}

interface Around {
  readonly roots: Json;
  readonly now: number;
  readonly chance: () => number;
  readonly timeoutMs: number;
}

class Refused extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function evaluateText(text: Text, around: Around): Promise<Json | undefined> {
  const value = await evaluate(
    { source: text.source, name: text.name, place: (at) => placeOf(text.source, at) },
    around,
  );
  if (value === undefined && !text.optional) throw missing(text.name, text.source);
  return value;
}

async function fillTemplate(text: Text, around: Around): Promise<Json> {
  const template = parseTemplate(text.source);
  if (!template.ok) {
    const place = placeOf(text.source, template.at);
    throw new Refused({ name: "ExpressionError", message: `${text.name}: ${template.message}`, place });
  }
  let filled = "";
  for (const part of template.parts) {
    if (part.kind === "text") {
      filled += part.text;
      continue;
    }
    const place = (at: number) => placeOf(text.source, part.start + at);
    const value = await evaluate({ source: part.source, name: text.name, place }, around);
    if (value === undefined) throw missing(text.name, part.source);
    filled += typeof value === "string" ? value : JSON.stringify(value);
  }
  return filled;
}

/** T10, T40: a value that does not exist is never an empty text. */
function missing(name: string, source: string): Refused {
  const secret = /\bsecret\b/.test(source)
    ? " Secrets exist in commands, requests, files and agents that the runner carries out, each by its name: secret.NAME."
    : "";
  const message = `${name} needs a value that does not exist: ${source.trim()}. Give another with ?? when it may be missing.${secret}`;
  return new Refused({ name: failureNames.missingValue, message, data: { field: name, expression: source.trim() } });
}

async function evaluate(
  text: { readonly source: string; readonly name: string; readonly place: (at: number) => Place },
  around: Around,
): Promise<Json | undefined> {
  let value: unknown;
  try {
    const expression = jsonata(text.source, { timeout: around.timeoutMs, stack: 2_000, sequence: 5_000_000 });
    restrict(expression, around);
    value = await expression.evaluate(around.roots);
  } catch (error) {
    const { message, position, code } = readError(error);
    const name = code === "D1012" ? failureNames.timedOut : "ExpressionError";
    throw new Refused({
      name,
      message: `${text.name}: ${message}`,
      ...(position > 0 && { place: text.place(position - 1) }),
    });
  }
  if (value === undefined) return undefined;
  const exact = exactCopy(value, text.name);
  if (!exact.ok) throw new Refused({ name: "NotJsonError", message: exact.message });
  return exact.value;
}

/** Time and chance are the run's; nothing is evaluated that was not in the document. */
function restrict(expression: jsonata.Expression, { now, chance }: Around): void {
  const formatted = (picture?: string, zone?: string) =>
    jsonata("$fromMillis(now, picture, zone)").evaluate({ now, picture, zone });
  expression.registerFunction("now", formatted, "<s?s?:s>");
  expression.registerFunction("millis", () => now, "<:n>");
  expression.registerFunction("random", chance, "<:n>");
  expression.registerFunction(
    "shuffle",
    (list: readonly unknown[] | undefined) => {
      if (list === undefined) return undefined;
      const shuffled = [...list];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = Math.floor(chance() * (i + 1));
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
      return shuffled;
    },
    "<a:a>",
  );
  expression.registerFunction("eval", () => {
    throw new Error("$eval is not available");
  });
}

function readError(error: unknown): { readonly message: string; readonly position: number; readonly code?: string } {
  const { message, position, code } = (typeof error === "object" && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  return {
    message: typeof message === "string" ? message : String(error),
    position: typeof position === "number" ? position : 0,
    ...(typeof code === "string" && { code }),
  };
}
