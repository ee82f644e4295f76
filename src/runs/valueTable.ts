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
