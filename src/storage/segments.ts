import type { Tick } from "../engine/tick.ts";
import type { Database, Reading, Writing } from "./Database.ts";
import { rowsOfRun } from "./keys.ts";

/**
 * The segment without ticks that stands where the next one of a run would: the `add` of whoever owned the run before
 * fails on it, with nothing more to read in each commit. A new owner puts it there unless it has a tick to put there, and
 * replaces it by its first segment (`claimRun`, `createJournal`); a deleted run keeps one until no owner can be left (`deleteRunRows`, `removeFence`).
 */
export const fence: readonly Tick[] = [];

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

/** The journal from tick `from` on in pieces of about `size` ticks, each read in a transaction of its own. */
export async function* eachTicks(
  database: Database,
  runId: string,
  { size = 2_000, from: first = 1 }: { readonly size?: number; readonly from?: number } = {},
): AsyncGenerator<readonly Tick[]> {
  for (let from = first; ; ) {
    const ticks = await readTicks(database, runId, from, from + size - 1);
    const last = ticks.at(-1);
    if (!last) return;
    yield ticks;
    from = last.seq + 1;
  }
}

/** The same from the newest to the oldest. */
export async function* eachTicksBack(database: Database, runId: string, size = 2_000): AsyncGenerator<readonly Tick[]> {
  let to = (await database.read(["segments"], (transaction) => nextSeq(transaction, runId))) - 1;
  while (to > 0) {
    const from = Math.max(1, to - size + 1);
    yield await readTicks(database, runId, from, to);
    to = from - 1;
  }
}

/** The sequence number that the next tick of a run will have. */
export async function nextSeq(
  transaction: Pick<Reading<"segments"> | Writing<"segments">, "objectStore">,
  runId: string,
): Promise<number> {
  const last = await transaction.objectStore("segments").openCursor(rowsOfRun(runId), "prev");
  if (!last) return 1;
  const tick = last.value.at(-1);
  return tick ? tick.seq + 1 : last.key[1];
}
