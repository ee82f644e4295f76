import type { Json } from "../workflow/json.ts";

export interface ValueTable {
  readonly columns: readonly string[];
  readonly rows: readonly ReadonlyMap<string, Json>[];
}

/** More columns than a person can read are no table. */
const maxColumns = 20;

/** The table that a value is: a list of objects with something in common. `null` for everything else. */
export function tableOf(value: Json): ValueTable | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows: ReadonlyMap<string, Json>[] = [];
  const columns = new Set<string>();
  for (const row of value as readonly Json[]) {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return null;
    const entries = Object.entries(row as Readonly<Record<string, Json>>);
    for (const [column] of entries) columns.add(column);
    if (columns.size > maxColumns) return null;
    rows.push(new Map(entries));
  }
  return columns.size === 0 ? null : { columns: [...columns], rows };
}

/** A value's own table, or those of its members: the first few. */
export function tablesIn(value: Json): readonly { readonly name: string | null; readonly table: ValueTable }[] {
  const own = tableOf(value);
  if (own !== null) return [{ name: null, table: own }];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const tables = [];
  for (const [name, member] of Object.entries(value as Readonly<Record<string, Json>>)) {
    const table = tableOf(member);
    if (table !== null && tables.push({ name, table }) === mostTables) break;
  }
  return tables;
}

const mostTables = 3;

/** The rows in which a text stands, with their numbers; all of them without a text. */
export function rowsWith(
  { rows }: ValueTable,
  wanted: string,
): readonly { readonly index: number; readonly row: ReadonlyMap<string, Json> }[] {
  const text = wanted.trim().toLowerCase();
  return rows.flatMap((row, index) =>
    text === "" || [...row.values()].some((value) => textOfCell(value).toLowerCase().includes(text))
      ? [{ index, row }]
      : [],
  );
}

function textOfCell(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
