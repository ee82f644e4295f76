export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** 0-based column of the caret, in the line that the failure names; left out when it would stand far out of sight. */
  readonly caret?: number;
  /** The failure names this line. */
  readonly named?: true;
}

const around = 2;
const tab = "  ";
/** Columns that a narrow panel shows. */
const inSight = 52;

/**
 * The lines around a place of a source text; empty when the text has no such line. Tabs become two spaces, and what
 * all lines are indented by is left out.
 */
export function sourceExcerpt(
  source: string,
  place: { readonly line: number; readonly column: number },
): readonly ExcerptLine[] {
  const lines = source.split(/\r\n|\n|\r/);
  if (place.line < 1 || place.line > lines.length) return [];
  const first = Math.max(1, place.line - around);
  const shown = lines.slice(first - 1, place.line + around).map((line) => line.replaceAll("\t", tab));
  const indent = Math.min(...shown.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  const common = Number.isFinite(indent) ? indent : 0;
  return shown.map((line, index): ExcerptLine => {
    const number = first + index;
    const text = line.slice(common);
    if (number !== place.line) return { number, text };
    const before = (lines[place.line - 1] ?? "").slice(0, Math.max(0, place.column - 1)).replaceAll("\t", tab);
    const caret = Math.min(Math.max(0, before.length - common), text.length);
    return { number, text, named: true, ...(caret <= inSight && { caret }) };
  });
}
