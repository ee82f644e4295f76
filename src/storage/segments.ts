import type { Tick } from "../engine/tick.ts";
import type { Database } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";

/** Ticks `from … to`, both included; those that exist. */
export function readTicks(database: Database, runId: string, from: number, to: number): Promise<readonly Tick[]> {
  if (from > to) return Promise.resolve([]);
  return database.read(["segments"], async (transaction) => {
    const segments = transaction.objectStore("segments");
    // The segment that holds `from` may begin before it.
    const before = await segments.openKeyCursor(IDBKeyRange.bound([runId], [runId, from]), "prev");
    const packs = await segments.getAll(IDBKeyRange.bound(before?.key ?? [runId, from], [runId, to]));
    return packs.flat().filter((tick) => tick.seq >= from && tick.seq <= to);
  });
}

/** One tick, `undefined` when it is not (or not yet) in the journal. */
export async function readTick(database: Database, runId: string, seq: number): Promise<Tick | undefined> {
  return (await readTicks(database, runId, seq, seq))[0];
}

/** The whole journal in pieces of about `size` ticks, each read in a transaction of its own. */
export async function* eachTicks(database: Database, runId: string, size = 2_000): AsyncGenerator<readonly Tick[]> {
  for (let from = 1; ; ) {
    const ticks = await readTicks(database, runId, from, from + size - 1);
    const last = ticks.at(-1);
    if (!last) return;
    yield ticks;
    from = last.seq + 1;
  }
}

/** The same from the newest to the oldest. */
export async function* eachTicksBack(database: Database, runId: string, size = 2_000): AsyncGenerator<readonly Tick[]> {
  let to = await database.read(["segments"], async (transaction) => {
    const last = await transaction.objectStore("segments").openCursor(rowsOfRun(runId), "prev");
    return last?.value.at(-1)?.seq ?? 0;
  });
  while (to > 0) {
    const from = Math.max(1, to - size + 1);
    yield await readTicks(database, runId, from, to);
    to = from - 1;
  }
}
