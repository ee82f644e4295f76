/**
 * Cells of a text that was copied from a spreadsheet (tab between cells) or a CSV file (comma or semicolon). A cell may
 * stand in double quotes, then it may hold line breaks and, doubled, quotes. Empty lines at the end are no rows.
 */
export function readGrid(text: string): readonly (readonly string[])[] {
  if (text.includes("\t")) return split(text, "\t");
  for (const delimiter of [";", ","]) {
    const rows = split(text, delimiter);
    const width = rows[0]?.length ?? 0;
    // A list of sentences holds commas too; a table has as many in each row.
    if (width > 1 && rows.every((row) => row.length === width)) return rows;
  }
  return split(text, null);
}

function split(text: string, delimiter: string | null): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = (): void => {
    rows.push([...row, cell]);
    row = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (sign === '"' && cell === "" && closes(text, at, delimiter)) quoted = true;
    else if (sign === delimiter) {
      row.push(cell);
      cell = "";
    } else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at++;
      endRow();
    } else cell += sign;
  }
  endRow();
  while (rows.length > 0 && rows.at(-1)?.every((last) => last === "")) rows.pop();
  return rows;
}

/** A quote opens a cell only when one closes it before a delimiter, a line break or the end; else it is a sign like any. */
function closes(text: string, from: number, delimiter: string | null): boolean {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    const next = text[at + 1];
    if (next === '"') at++;
    else return next === undefined || next === "\n" || next === "\r" || next === delimiter;
  }
  return false;
}
