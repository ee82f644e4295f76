import type { StorageStatus } from "../protocol/libraryUpdate.ts";

/** Asks the browser how much is used. Figures that it keeps to itself are `null`. */
export async function readStorageStatus(trouble: string | null): Promise<StorageStatus> {
  const storage = navigator.storage;
  const [estimate, persistent] = await Promise.all([
    storage.estimate().catch(() => ({}) as StorageEstimate),
    storage.persisted().catch(() => false),
  ]);
  return { used: estimate.usage ?? null, quota: estimate.quota ?? null, persistent, trouble };
}

/** Why nothing can be written now: from the database itself, and from the runs whose commits wait. */
export interface Troubles {
  /** `null`: it is over for this source. */
  set(source: string, message: string | null): void;
  /** The oldest that is not over. */
  readonly current: string | null;
}

export function createTroubles(onChange: () => void): Troubles {
  const troubles = new Map<string, string>();
  return {
    set(source, message) {
      if ((troubles.get(source) ?? null) === message) return;
      if (message === null) troubles.delete(source);
      else troubles.set(source, message);
      onChange();
    },
    get current() {
      return [...troubles.values()][0] ?? null;
    },
  };
}
