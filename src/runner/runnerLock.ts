import { join } from "node:path";
import { takeLock } from "./processLock.ts";

/**
 * One runner per data folder: ledger and workspace gate have one owner. Throws a sentence for a person when another
 * living runner holds it; what a killed one left is taken over. Answers how to let go.
 */
export function lockDataFolder(dataFolder: string): () => void {
  const lock = takeLock(join(dataFolder, "runner.lock"));
  if (lock.ok) return lock.release;
  throw new Error(
    `Another runner (process ${lock.holder}) uses ${dataFolder}. Stop it, or give this one its own folder with TICKWORK_DATA.`,
  );
}
