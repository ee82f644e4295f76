/*
 * Comma-separated values (RFC 4180) as `csv.parse` and `csv.format` of code steps and as `as: csv` of file steps. One
 * text for both: inside QuickJS it is evaluated with its types stripped, so it imports nothing and stays small.
 */

/** How the text is written. */
export interface CsvOptions {
  /** One character. Left out: read from the first line (`,`, `;` or tab), and `,` when it is written. */
  readonly delimiter?: string;
  /** Whether the first line names the columns. Left out: true. */
  readonly header?: boolean;
}

/**
 * Rows of a text. With a header each is an object of texts, without one a list of texts: nothing is guessed to be a
 * number or a date. Empty lines are left out. Throws when a quote is not closed, and when a line has more cells than
 * the header names.
 */
export function parseCsv(text: string, options: CsvOptions = {}): (string[] | Record<string, string>)[] {
  if (typeof text !== "string") throw new TypeError("csv.parse takes a text.");
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  const delimiter = options.delimiter ?? findDelimiter(source);
  if (delimiter.length !== 1) throw new TypeError("The delimiter of CSV is one character.");
  const lines = readLines(source, delimiter);
  if (options.header === false) return lines.map(({ cells }) => cells);
  const [head, ...rest] = lines;
  if (head === undefined) return [];
  const twice = head.cells.find((name, at) => head.cells.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`The header names the column "${twice}" twice.`);
  return rest.map(({ cells, line }) => {
    if (cells.length > head.cells.length) {
      throw new Error(`Line ${line} has ${cells.length} cells, but the header names ${head.cells.length} columns.`);
    }
    const row: Record<string, string> = {};
    head.cells.forEach((name, at) => {
      // `__proto__` is a column like any other.
      const value = cells[at] ?? "";
      Object.defineProperty(row, name, { value, writable: true, enumerable: true, configurable: true });
    });
    return row;
  });
}

/**
 * The text of rows: objects (the columns are their keys, in the order in which they first appear) or lists. Values
 * that are no text are written as compact JSON, `null` and absent ones as nothing. Lines end with `\r\n`.
 */
export function formatCsv(rows: readonly unknown[], options: CsvOptions = {}): string {
  if (!Array.isArray(rows)) throw new TypeError("csv.format takes a list of rows.");
  const delimiter = options.delimiter ?? ",";
  if (delimiter.length !== 1) throw new TypeError("The delimiter of CSV is one character.");
  const columns: string[] = [];
  for (const row of rows) {
    if (typeof row !== "object" || row === null) throw new TypeError("A row of CSV is an object or a list.");
    if (Array.isArray(row)) continue;
    for (const name of Object.keys(row)) if (!columns.includes(name)) columns.push(name);
  }
  const special = (text: string) => text.includes(delimiter) || /["\r\n]/.test(text) || /^\s|\s$/.test(text);
  const written = (value: unknown) => {
    const text = typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
    return special(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row: Record<string, unknown> | unknown[]) => {
    const cells = Array.isArray(row) ? row : columns.map((name) => (Object.hasOwn(row, name) ? row[name] : null));
    return cells.map(written).join(delimiter);
  });
  if (columns.length > 0 && options.header !== false) lines.unshift(columns.map(written).join(delimiter));
  return lines.map((line) => `${line}\r\n`).join("");
}

function readLines(source: string, delimiter: string): { readonly cells: string[]; readonly line: number }[] {
  const lines: { readonly cells: string[]; readonly line: number }[] = [];
  let cells: string[] = [];
  let cell = "";
  let line = 1;
  let from = 1;
  const endLine = () => {
    cells.push(cell);
    if (cells.length > 1 || cell !== "") lines.push({ cells, line: from });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '"' && cell === "") {
      const opened = line;
      for (at++; ; at++) {
        if (at >= source.length) throw new Error(`The quote that opens in line ${opened} is not closed.`);
        if (source.charAt(at) === '"') {
          if (source.charAt(at + 1) !== '"') break;
          at++;
        }
        if (source.charAt(at) === "\n") line++;
        cell += source.charAt(at);
      }
    } else if (char === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && source.charAt(at + 1) === "\n") at++;
      endLine();
      line++;
      from = line;
    } else cell += char;
  }
  if (cell !== "" || cells.length > 0) endLine();
  return lines;
}

/** The one of the usual three that the first line has most of. */
function findDelimiter(source: string): string {
  const first = source.split(/[\r\n]/, 1)[0] ?? "";
  let best = ",";
  for (const candidate of [";", "\t"]) {
    if (first.split(candidate).length > first.split(best).length) best = candidate;
  }
  return best;
}
