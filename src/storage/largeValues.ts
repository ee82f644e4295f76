import type { Database, Writing } from "./Database.ts";
import { StorageError } from "./failure.ts";
import { rowsOfRun } from "./keys.ts";

type ValueWriting = Pick<Writing<"values" | "valueUses">, "objectStore">;

/** One large value as it is stored: the UTF-8 bytes of its JSON. */
export interface ValueBytes {
  readonly digest: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** Keeps a value for a run, inside of a transaction. The bytes of one that is here already are not written again. */
export async function keepValue(transaction: ValueWriting, runId: string, value: ValueBytes): Promise<void> {
  const { digest, data } = value;
  const values = transaction.objectStore("values");
  const [known] = await Promise.all([
    values.getKey(digest),
    transaction.objectStore("valueUses").put({ runId, digest, bytes: data.length }),
  ]);
  if (known === undefined) await values.add(data, digest);
}

/** Lets go of all values of a run; those that no other run names are removed. */
export async function releaseValues(transaction: ValueWriting, runId: string): Promise<void> {
  const uses = transaction.objectStore("valueUses");
  const keys = await uses.getAllKeys(rowsOfRun(runId));
  await uses.delete(rowsOfRun(runId));
  await Promise.all(
    keys.map(async ([, digest]) => {
      const others = await uses.index("digest").count(digest);
      if (others === 0) await transaction.objectStore("values").delete(digest);
    }),
  );
}

/** Rejects with a sentence for a person when the run has no such value. */
export async function loadValue(database: Database, runId: string, digest: string): Promise<Uint8Array<ArrayBuffer>> {
  const data = await database.read(["values", "valueUses"], async (transaction) => {
    const use = await transaction.objectStore("valueUses").getKey([runId, digest]);
    return use && transaction.objectStore("values").get(digest);
  });
  if (!data) throw new StorageError({ kind: "other", message: missingValue(digest) });
  return data;
}

/** Why a value cannot be read, and what to do. */
export function missingValue(digest: string): string {
  return `The value ${digest.slice(0, 19)}… was left out of the log that this run came from. Export the log again with its values, and import that.`;
}

/** Digests of the values that a run names, in their order. */
export function valuesOf(database: Database, runId: string): Promise<readonly string[]> {
  return database.read(["valueUses"], async (transaction) => {
    const keys = await transaction.objectStore("valueUses").getAllKeys(rowsOfRun(runId));
    return keys.map(([, digest]) => digest);
  });
}
