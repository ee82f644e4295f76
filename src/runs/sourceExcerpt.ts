export interface ExcerptLine {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  /** 0-based column of the caret, in the line that the failure names. */
  readonly caret?: number;
  /** The failure names this line. */
  readonly named?: true;
}

const around = 2;
const tab = "  ";
/** Columns that a narrow panel shows. */
const inSight = 40;
/** Columns before the caret that are left of a longer line. */
const before = 24;

/**
 * The lines around a place of a source text; empty when the text has no such line. Tabs become two spaces, and what
 * all lines are indented by is left out. When the place is far to the right, its line begins with a mark, near to it.
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
  const named = (shown[place.line - first] ?? "").length;
  const column = (lines[place.line - 1] ?? "").slice(0, Math.max(0, place.column - 1)).replaceAll("\t", tab).length;
  const caret = Math.max(0, Math.min(column, named) - common);
  const skipped = caret <= inSight ? 0 : caret - before;
  return shown.map((line, index): ExcerptLine => {
    const number = first + index;
    const text = line.slice(common);
    if (number !== place.line) return { number, text };
    return {
      number,
      text: skipped === 0 ? text : `…${text.slice(skipped + 1)}`,
      named: true,
      caret: caret - skipped,
    };
  });
}
