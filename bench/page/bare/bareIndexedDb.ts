/** IndexedDB with nothing around it, as somebody would write it who needs one store and no more. */

const name = "bare-bench";
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("values");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** One relaxed transaction with these values; resolves on its `complete`. */
function write(database: IDBDatabase, values: readonly (readonly [IDBValidKey, unknown])[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(["values"], "readwrite", { durability: "relaxed" });
    const store = transaction.objectStore("values");
    for (const [key, value] of values) store.add(value, key);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function clear(database: IDBDatabase): Promise<void> {
  await new Promise<void>((resolve) => {
    const transaction = database.transaction(["values"], "readwrite");
    transaction.objectStore("values").clear();
    transaction.oncomplete = () => resolve();
  });
}

/** Writes each commit as one value in a transaction of its own, one after the other; ms. */
export async function writeCommits(commits: readonly (readonly { readonly seq: number }[])[]): Promise<number> {
  const database = await open();
  const begin = performance.now();
  for (const commit of commits) await write(database, [[["run", commit[0]?.seq ?? 0], commit]]);
  const ms = performance.now() - begin;
  await clear(database);
  return ms;
}

/** Writes each tick as a record of its own, `perTransaction` of them at a time; ms. */
export async function writeRecords(
  ticks: readonly { readonly seq: number }[],
  perTransaction: number,
): Promise<number> {
  const database = await open();
  const begin = performance.now();
  for (let from = 0; from < ticks.length; from += perTransaction) {
    const pack = ticks.slice(from, from + perTransaction);
    await write(
      database,
      pack.map((tick) => [["run", tick.seq], tick] as const),
    );
  }
  const ms = performance.now() - begin;
  await clear(database);
  return ms;
}
