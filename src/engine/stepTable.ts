/**
 * A list of fixed length that is never changed, in chunks: replacing an entry copies one chunk and the list of
 * chunks, so that a tick in a workflow of 500 steps costs what it costs in one of five.
 */
export type Table<T> = readonly (readonly T[])[];

const chunkSize = 32;

export function buildTable<T>(list: readonly T[]): Table<T> {
  const chunks: T[][] = [];
  for (let from = 0; from < list.length; from += chunkSize) chunks.push(list.slice(from, from + chunkSize));
  return chunks;
}

export function tableAt<T>(table: Table<T>, index: number): T {
  const entry = table[Math.floor(index / chunkSize)]?.[index % chunkSize];
  if (entry === undefined) throw new Error(`No entry ${index} in the table`);
  return entry;
}

/** The table with the given entries replaced; itself when there are none. */
export function replaceInTable<T>(
  table: Table<T>,
  changes: { forEach(call: (value: T, index: number) => void): void },
): Table<T> {
  let chunks: (readonly T[])[] | undefined;
  changes.forEach((value, index) => {
    chunks ??= table.slice();
    const at = Math.floor(index / chunkSize);
    // One that is not the table's any more was copied for an entry before.
    const chunk = chunks[at] === table[at] ? (table[at] ?? []).slice() : (chunks[at] as T[]);
    chunk[index % chunkSize] = value;
    chunks[at] = chunk;
  });
  return chunks ?? table;
}

/** The places at which two tables of one length hold different things. */
export function* changedEntries<T>(before: Table<T>, after: Table<T>): Generator<number, void, undefined> {
  for (const [at, chunk] of before.entries()) {
    if (chunk === after[at]) continue;
    for (const [offset, entry] of chunk.entries()) if (entry !== after[at]?.[offset]) yield at * chunkSize + offset;
  }
}

export function* tableEntries<T>(table: Table<T>): Generator<readonly [number, T], void, undefined> {
  let index = 0;
  for (const chunk of table) for (const entry of chunk) yield [index++, entry];
}
