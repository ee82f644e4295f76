import { offsetOf } from "./sourceText.ts";
import type { Place } from "./stripTypes.ts";

const index = String.raw`\s*(?:\?\.\s*)?\[[^[\]]*\]`;
const end = String.raw`\s*(?:!\s*|\?\.\s*)?`;
const lastName = new RegExp(`^[\\w$#]+(?:${index})*(?=${end}[(\`])`);
const called = new RegExp(`(?:[\\w$]+\\s*\\??\\.\\s*)*[\\w$#]+(?:${index})*$`);

/**
 * The call at a place of the code, as `list.map(…)`; `undefined` where none is seen there. Of a call QuickJS reports
 * where the last name before its bracket begins, or the bracket where it stands apart.
 */
export function calledAt(code: string, place: Place): string | undefined {
  const offset = offsetOf(code, place);
  const name = lastName.exec(code.slice(offset))?.[0] ?? "";
  if (name === "" && code[offset] !== "(") return undefined;
  const before = `${code.slice(0, offset)}${name}`.replace(new RegExp(`${end}$`), "");
  const callee = called.exec(before)?.[0];
  if (callee === undefined) return undefined;
  // What is no name is left out: `[1, 2].map(…)` is `….map(…)`.
  const isOfMore = /\.\s*$/.test(before.slice(0, before.length - callee.length));
  return `${isOfMore ? "…." : ""}${callee}(…)`.replace(/\s+/g, "");
}
