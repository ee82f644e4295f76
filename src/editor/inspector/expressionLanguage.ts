import { StreamLanguage, type StringStream } from "@codemirror/language";
import { roots } from "../../workflow/references.ts";

interface Place {
  /** Braces that are open inside of `{{ }}`; -1: in the text around it. */
  depth: number;
  /** A comment goes on over the end of a line. */
  comment: boolean;
}

const names = new Set<string>(roots);

/** The colours of JSONata. */
export const expressionLanguage = StreamLanguage.define<Place>({
  name: "expression",
  startState: () => ({ depth: 0, comment: false }),
  token: (stream, place) => expressionToken(stream, place),
  languageData: { closeBrackets: { brackets: ["(", "[", "{", '"', "'", "`"] } },
});

/** The colours of a text with `{{ JSONata }}` in it. */
export const templateLanguage = StreamLanguage.define<Place>({
  name: "template",
  startState: () => ({ depth: -1, comment: false }),
  token: (stream, place) => {
    if (place.depth >= 0) {
      if (place.depth === 0 && !place.comment && stream.match("}}")) {
        place.depth = -1;
        return "brace";
      }
      return expressionToken(stream, place);
    }
    if (stream.match("{{")) {
      place.depth = 0;
      return "brace";
    }
    while (!stream.eol() && !stream.match("{{", false)) stream.next();
    return null;
  },
  tokenTable: {},
  languageData: { closeBrackets: { brackets: ["{", "("] } },
});

function expressionToken(stream: StringStream, place: Place): string | null {
  if (place.comment || stream.match("/*")) {
    place.comment = !skipTo(stream, "*/");
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return "string";
  if (stream.match(/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return "number";
  if (stream.match(/^`[^`]*`?/)) return "propertyName";
  if (stream.match(/^\$[A-Za-z_]\w*(?=\s*\()/)) return "variableName.function";
  if (stream.match(/^\$\$?\w*/)) return "variableName.special";
  const word = stream.match(/^[A-Za-z_][\w]*/);
  if (word) {
    const [name] = word as RegExpMatchArray;
    if (["and", "or", "in", "function"].includes(name)) return "keyword";
    if (["true", "false", "null"].includes(name)) return "bool";
    const behindDot = /\.\s*$/.test(stream.string.slice(0, stream.start));
    return !behindDot && names.has(name) ? "typeName" : "propertyName";
  }
  const char = stream.next();
  if (char === "{") place.depth++;
  if (char === "}" && place.depth > 0) place.depth--;
  return null;
}

/** Whether it is found in this line; else the line is passed. */
function skipTo(stream: StringStream, end: string): boolean {
  while (!stream.eol()) {
    if (stream.match(end)) return true;
    stream.next();
  }
  return false;
}
