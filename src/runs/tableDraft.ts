import { isJsonObject, type Json, type JsonSchema } from "../workflow/json.ts";
import { type FieldKind, fieldKind, fieldTitle, type ObjectField } from "./fieldKind.ts";
import { draftOf, type FormDraft } from "./formDraft.ts";

/** A column of a table of objects. */
export interface TableColumn {
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly kind: Extract<FieldKind, { kind: "text" | "number" | "boolean" | "choice" }>;
}

/** The columns when every element is an object of simple fields; `null` when a table cannot show it. */
export function tableColumns(element: JsonSchema): readonly TableColumn[] | null {
  const kind = fieldKind(element);
  if (kind.kind !== "object" || kind.fields.length === 0) return null;
  const columns = kind.fields.map(columnOf);
  return columns.every((column) => column !== null) ? columns : null;
}

function columnOf({ name, schema, required }: ObjectField): TableColumn | null {
  const kind = fieldKind(schema);
  if (kind.kind === "object" || kind.kind === "list" || kind.kind === "file" || kind.kind === "json") return null;
  return { name, title: fieldTitle(schema, name), required, schema, kind };
}

/** What a person sees of a cell's draft. A text where none belongs is kept, so that it can be mended. */
export function cellText({ kind }: TableColumn, draft: FormDraft): string {
  if (typeof draft === "string") return draft;
  if (kind.kind === "choice" && typeof draft === "number") {
    const value = kind.values[draft];
    return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  }
  return typeof draft === "boolean" ? String(draft) : "";
}

/** The draft of a cell from a pasted text. What does not fit stays a text, and reading it says what is wrong. */
export function cellDraft({ kind }: TableColumn, text: string): FormDraft {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  switch (kind.kind) {
    case "text":
      return text;
    case "number":
      return trimmed;
    case "boolean":
      if (/^(true|yes|x|1)$/i.test(trimmed)) return true;
      return /^(false|no|0)$/i.test(trimmed) ? false : trimmed;
    case "choice": {
      const at = kind.values.findIndex((value) => value === trimmed || JSON.stringify(value) === trimmed);
      return at >= 0 ? at : trimmed;
    }
  }
}

export interface Pasted {
  readonly rows: readonly Json[];
  /** How many rows of the text there were. */
  readonly count: number;
  /** Columns of the text that the table does not have. */
  readonly ignored: readonly string[];
}

/**
 * Lays pasted cells over the rows, from a cell on; rows that are missing are added. A first row that names columns
 * says where the others belong and is no row itself; then cells go to their columns, whatever the place.
 */
export function pasteCells(
  rows: readonly Json[],
  columns: readonly TableColumn[],
  element: JsonSchema,
  paste: { readonly grid: readonly (readonly string[])[]; readonly row: number; readonly column: number },
): Pasted {
  const header = headerOf(columns, paste.grid[0] ?? []);
  const grid = header ? paste.grid.slice(1) : paste.grid;
  const targets = header ?? (paste.grid[0] ?? []).map((_, index) => columns[paste.column + index]);
  const next = [...rows];
  for (const [index, cells] of grid.entries()) {
    const at = paste.row + index;
    const old = next[at] ?? draftOf(element, undefined);
    const draft = new Map<string, Json>(Object.entries(isJsonObject(old) ? old : {}));
    for (const [place, text] of cells.entries()) {
      const column = targets[place];
      if (column === undefined) continue;
      const cell = cellDraft(column, text);
      if (cell === undefined) draft.delete(column.name);
      else draft.set(column.name, cell);
    }
    next[at] = Object.fromEntries(draft);
  }
  const named = (place: number) => (header ? (paste.grid[0]?.[place] ?? "") : `column ${place + 1}`);
  const ignored = targets.flatMap((column, place) => (column === undefined ? [named(place)] : []));
  return { rows: next, count: grid.length, ignored };
}

/** Columns by place when the row names at least one of them and nothing twice; else it is a row like any. */
function headerOf(
  columns: readonly TableColumn[],
  row: readonly string[],
): readonly (TableColumn | undefined)[] | null {
  const wanted = row.map((cell) => cell.trim().toLowerCase());
  const found = wanted.map((cell) =>
    columns.find(({ name, title }) => cell !== "" && (name.toLowerCase() === cell || title.toLowerCase() === cell)),
  );
  const known = found.filter((column) => column !== undefined);
  const enough = known.length > 0 && known.length >= Math.min(columns.length, row.length) / 2;
  return enough && new Set(known).size === known.length ? found : null;
}

/** Which rows have a problem, by the pointers below the table's own. */
export function badRows(pointer: string, problems: readonly { readonly pointer: string }[]): readonly number[] {
  const rows = new Set<number>();
  for (const problem of problems) {
    if (!problem.pointer.startsWith(`${pointer}/`)) continue;
    const row = Number(problem.pointer.slice(pointer.length + 1).split("/", 1)[0]);
    if (Number.isInteger(row)) rows.add(row);
  }
  return [...rows].sort((a, b) => a - b);
}
