import type { Failure } from "../../engine/failure.ts";
import { type FunctionRange, functionAt, functionsIn } from "./functionsIn.ts";
import { blankOut, offsetOf, placeOf } from "./sourceText.ts";
import type { Place } from "./stripTypes.ts";

/** A place as QuickJS reports it, with the name of the function there. */
export interface Frame {
  readonly name: string;
  readonly place: Place;
}

/**
 * QuickJS knows places of calls, of operators and of statements that are an expression. What a read throws (a property
 * of null, a name that does not exist) it reports at the last such place before, or somewhere in the line in which the
 * function begins. Its message says what was read: the first such read behind that place, in the same function, is the
 * one.
 */
export function findRead(code: string, { name, place }: Frame, { message }: Pick<Failure, "message">): Place {
  const read = readIn(message);
  if (read === undefined) return place;
  const text = blankOut(code);
  const offset = offsetOf(text, place);
  const functions = functionsIn(text);
  const beginsThere = (one: FunctionRange) => placeOf(text, one.from).line === place.line;
  const around = functionAt(functions, offset);
  const near = functions.filter((one) => one === around || beginsThere(one));
  const called = near.filter((one) => one.name === name.replace(/^[gs]et /, ""));
  const own = called.length > 0 ? called : [around, ...near];
  const begin = called.find(beginsThere)?.from ?? (around && beginsThere(around) ? around.from : offset);
  const reads = [...code.matchAll(read)]
    .map(({ index }) => index)
    .filter((at) => text[at] !== " " && own.includes(functionAt(functions, at)));
  // A loop may have come back to a read before the place.
  const at = reads.find((one) => one >= begin) ?? reads[0];
  return at === undefined ? place : placeOf(code, at);
}

/** What the text of such a read looks like; `undefined`: QuickJS knows the place of what threw. */
function readIn(message: string): RegExp | undefined {
  const [, property] = /^cannot read property '(.+)' of (?:null|undefined)$/s.exec(message) ?? [];
  if (property === "Symbol.iterator" || message.endsWith("is not iterable")) return iteration;
  if (property !== undefined) {
    const name = escaped(property);
    const key = /^[\w$#]+$/.test(property) ? `(?<=\\.\\s*)${name}(?![\\w$])|` : "";
    return new RegExp(`${key}(?<=\\[\\s*)${name}(?=\\s*\\])|\\[\\s*["'\`]${name}["'\`]\\s*\\]|${pattern(name)}`, "g");
  }
  if (message.startsWith("Cannot convert undefined or null to object")) return new RegExp(pattern("[^{}]*"), "g");
  const [, missing] = /^(\S+) is not (?:defined|initialized)$/.exec(message) ?? [];
  return missing === undefined ? undefined : new RegExp(`(?<![\\w$.])${escaped(missing)}(?![\\w$])`, "g");
}

/** A destructuring that names it. */
function pattern(name: string): string {
  return `\\{(?=[^{}]*${name}[^{}]*\\}\\s*(?:=(?![=>])|\\bof\\b))`;
}

const iteration = /\.\.\.|\bof\b|\[(?=[^[\]]*\]\s*=(?![=>]))/g;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
