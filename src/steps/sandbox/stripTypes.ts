import { transform } from "sucrase";

/** 1-based, in the user's text. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type Stripped =
  | {
      readonly ok: true;
      readonly code: string;
      /** Where in the user's text the place of the stripped code stands. */
      readonly placeOf: (place: Place) => Place;
    }
  | { readonly ok: false; readonly message: string; readonly place: Place };

/** Makes JavaScript of TypeScript or JavaScript. Lines stay; columns are mapped. Finds most mistakes, not all. */
export function stripTypes(source: string): Stripped {
  try {
    const { code, sourceMap } = transform(source, {
      transforms: ["typescript"],
      disableESTransforms: true,
      preserveDynamicImport: true,
      filePath: "step.ts",
      sourceMapOptions: { compiledFilename: "step.js" },
    });
    const mappings = sourceMap?.mappings ?? "";
    return { ok: true, code, placeOf: (place) => mapPlace(mappings, place) };
  } catch (error) {
    return { ok: false, ...readError(error) };
  }
}

/** Its errors end in `(line:column)`, with a column from 1. */
function readError(error: unknown): { readonly message: string; readonly place: Place } {
  const text = error instanceof Error ? error.message : String(error);
  const match = /^(?:Error transforming [^:]*: )?(?<message>[\s\S]*?)\s*\((?<line>\d+):(?<column>\d+)\)$/.exec(text);
  const { message, line, column } = match?.groups ?? {};
  if (message === undefined) return { message: text, place: { line: 1, column: 1 } };
  return { message, place: { line: Number(line), column: Math.max(1, Number(column)) } };
}

/** The nearest mapped column at or before the place. */
function mapPlace(mappings: string, { line, column }: Place): Place {
  let sourceLine = 0;
  let sourceColumn = 0;
  let nearest: Place = { line, column };
  const lines = mappings.split(";");
  for (let at = 0; at < line && at < lines.length; at++) {
    let generated = 0;
    for (const segment of (lines[at] ?? "").split(",")) {
      if (segment === "") continue;
      const [byColumn = 0, , bySourceLine = 0, bySourceColumn = 0] = decodeVlq(segment);
      generated += byColumn;
      sourceLine += bySourceLine;
      sourceColumn += bySourceColumn;
      if (at === line - 1 && generated <= column - 1) {
        nearest = { line: sourceLine + 1, column: sourceColumn + 1 + (column - 1 - generated) };
      }
    }
  }
  return nearest;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 VLQ of source maps (ECMA-426): five bits each, the sixth says that more follow, the lowest is the sign. */
function decodeVlq(segment: string): readonly number[] {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of segment) {
    const digit = digits.indexOf(char);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    values.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return values;
}
