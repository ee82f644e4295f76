import type { Database } from "./Database.ts";

/*
 * Tags of runs are settings, a row per run: the row of the run is written by its owner with each commit, and a tag may
 * be set by any tab. A run that is deleted takes its row along (`deleteRunRows`).
 */

const prefix = "run-tags ";

export function tagsKey(runId: string): string {
  return `${prefix}${runId}`;
}

export async function loadAllTags(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const [keys, values] = await database.read(["settings"], (transaction) => {
    const settings = transaction.objectStore("settings");
    return Promise.all([settings.getAllKeys(range), settings.getAll(range)]);
  });
  return new Map(keys.map((key, index) => [key.slice(prefix.length), textsOf(values[index])]));
}

export function loadTags(database: Database, runId: string): Promise<readonly string[]> {
  return database.read(["settings"], async (transaction) =>
    textsOf(await transaction.objectStore("settings").get(tagsKey(runId))),
  );
}

/** Adds and removes tags of runs that are here. Answers what each has now. */
export function changeTags(
  database: Database,
  runIds: readonly string[],
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<ReadonlyMap<string, readonly string[]>> {
  return database.write(["settings", "runs"], "relaxed", async (transaction) => {
    const settings = transaction.objectStore("settings");
    const changed = new Map<string, readonly string[]>();
    for (const id of runIds) {
      if ((await transaction.objectStore("runs").getKey(id)) === undefined) continue;
      const before = textsOf(await settings.get(tagsKey(id)));
      const after = [...new Set([...before, ...change.add])].filter((tag) => !change.remove.includes(tag));
      if (after.length > 0) await settings.put([...after], tagsKey(id));
      else await settings.delete(tagsKey(id));
      changed.set(id, after);
    }
    return changed;
  });
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
}
