import type { Json } from "../workflow/json.ts";
import type { Database } from "./Database.ts";
import { refuseUnstorable } from "./storable.ts";

/** Drafts of answers and forms, kept per keystroke (R76). `null` removes one. */
export function saveDraftRow(database: Database, key: string, draft: Json | null): Promise<void> {
  return saveValue(database, "drafts", key, draft);
}

export function loadDraftRow(database: Database, key: string): Promise<Json | null> {
  return loadValue(database, "drafts", key);
}

/** Settings of this origin, as the runner's token. `null` removes one. */
export function saveSetting(database: Database, key: string, value: Json | null): Promise<void> {
  return saveValue(database, "settings", key, value);
}

export function loadSetting(database: Database, key: string): Promise<Json | null> {
  return loadValue(database, "settings", key);
}

function saveValue(database: Database, store: "drafts" | "settings", key: string, value: Json | null): Promise<void> {
  refuseUnstorable(value);
  return database.write([store], "relaxed", async (transaction) => {
    if (value === null) await transaction.objectStore(store).delete(key);
    else await transaction.objectStore(store).put(value, key);
  });
}

function loadValue(database: Database, store: "drafts" | "settings", key: string): Promise<Json | null> {
  return database.read([store], async (transaction) => (await transaction.objectStore(store).get(key)) ?? null);
}
