import type { SourceError } from "../../protocol/sandbox.ts";
import { locateFailure, userFile } from "./codeFailure.ts";
import { type QuickJs, refuseImports, stackBytes } from "./quickJs.ts";
import type { Place, Stripped } from "./stripTypes.ts";

type Finding = Omit<SourceError, "text">;

/**
 * The first thing that keeps a code step from being run, in its own text; nothing is run. The stripper finds most
 * mistakes with their column, but goes back to where an arrow function began; QuickJS knows the line.
 */
export function findSyntaxError(quickJs: QuickJs, source: string, stripped: Stripped): Finding | undefined {
  if (!stripped.ok) {
    const known = { message: stripped.message, ...stripped.place };
    const compiled = compile(quickJs, source, (place) => place);
    return compiled && compiled.line > known.line ? atToken(source, compiled) : known;
  }
  const compiled = compile(quickJs, stripped.code, stripped.placeOf);
  if (compiled) return { ...atToken(source, compiled), message: advised(compiled.message) };
  if (/\bexport\s+default\b|\bas\s+default\b/.test(stripped.code)) return undefined;
  return { message: "There is no `export default (event, ctx) => …`: nothing would run.", line: 1, column: 1 };
}

/** What is written as the body of the function, as in other tools. */
function advised(message: string): string {
  return message === "return not in a function"
    ? "A `return` stands outside of a function. Write the code inside of `export default (event, ctx) => { … };`."
    : message;
}

function compile(quickJs: QuickJs, code: string, placeOf: (place: Place) => Place): Finding | undefined {
  const runtime = quickJs.module.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  refuseImports(runtime);
  const context = runtime.newContext();
  const result = context.evalCode(code, userFile, { type: "module", compileOnly: true });
  const thrown = result.error && (context.dump(result.error) as { name: string; message: string; stack?: string });
  result.dispose();
  context.dispose();
  runtime.dispose();
  if (!thrown) return undefined;
  const { place, message } = locateFailure(thrown, { code, placeOf });
  return { message, ...(place ?? placeOf({ line: lineOfImport(code, message), column: 1 })) };
}

/** An import that is refused comes without a place. */
function lineOfImport(code: string, message: string): number {
  const name = /^'(.+)' cannot be imported/.exec(message)?.[1];
  const line = name === undefined ? -1 : code.split("\n").findIndex((text) => text.includes(name));
  return Math.max(1, line + 1);
}

/** QuickJS counts columns of such an error from elsewhere; the token that it names, or the line's first, is the place. */
function atToken(source: string, { message, line }: Finding): Finding {
  const text = source.split("\n")[line - 1] ?? "";
  const token = /'([^']+)'/.exec(message)?.[1];
  const named = token === undefined ? -1 : text.indexOf(token);
  return { message, line, column: 1 + (named >= 0 ? named : Math.max(0, text.search(/\S/))) };
}
