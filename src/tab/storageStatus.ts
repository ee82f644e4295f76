import type { StorageStatus } from "../protocol/engineApi.ts";

/** Asks the browser how much is used, and, once, not to evict it. Figures that it keeps to itself are `null`. */
export async function readStorageStatus(trouble: string | null): Promise<StorageStatus> {
  const storage = navigator.storage;
  const [estimate, persistent] = await Promise.all([
    storage.estimate().catch(() => ({}) as StorageEstimate),
    storage.persisted().catch(() => false),
  ]);
  return { used: estimate.usage ?? null, quota: estimate.quota ?? null, persistent, trouble };
}
