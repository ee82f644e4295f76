import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTimeOf } from "./processIdentity.ts";

/**
 * One runner per data folder: ledger and workspace gate have one owner. Throws a sentence for a person when another
 * living runner holds it; what a killed one left is taken over. Answers how to let go.
 */
export function lockDataFolder(dataFolder: string): () => void {
  const path = join(dataFolder, "runner.lock");
  const own = JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return () => {
        if (readLock(path) === own) unlinkSync(path);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt === 3) throw error;
    }
    const holder = parse(readLock(path));
    if (holder !== undefined && startTimeOf(holder.pid) === holder.startTime) {
      throw new Error(
        `Another runner (process ${holder.pid}) uses ${dataFolder}. Stop it, or give this one its own folder with TICKWORK_DATA.`,
      );
    }
    try {
      unlinkSync(path);
    } catch {
      // Another starter removed it first; the next round decides.
    }
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text: string | undefined): { readonly pid: number; readonly startTime: number } | undefined {
  try {
    const lock = JSON.parse(text ?? "") as { pid?: unknown; startTime?: unknown };
    return typeof lock.pid === "number" && typeof lock.startTime === "number"
      ? { pid: lock.pid, startTime: lock.startTime }
      : undefined;
  } catch {
    return undefined;
  }
}
