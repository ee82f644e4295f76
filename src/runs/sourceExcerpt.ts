export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** 0-based column of the caret, in the line that the failure names. */
  readonly caret?: number;
}

const around = 2;
const tab = "  ";

/** The lines around a place of a source text; empty when the text has no such line. Tabs become two spaces. */
export function sourceExcerpt(
  source: string,
  place: { readonly line: number; readonly column: number },
): readonly ExcerptLine[] {
  const lines = source.split(/\r\n|\n|\r/);
  if (place.line < 1 || place.line > lines.length) return [];
  const first = Math.max(1, place.line - around);
  return lines.slice(first - 1, place.line + around).map((line, index): ExcerptLine => {
    const number = first + index;
    const text = line.replaceAll("\t", tab);
    if (number !== place.line) return { number, text };
    const before = line.slice(0, Math.max(0, place.column - 1));
    return { number, text, caret: Math.min(before.replaceAll("\t", tab).length, text.length) };
  });
}
