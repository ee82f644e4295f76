import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { startTimeOf } from "./processIdentity.ts";

export type ProcessLock =
  | { readonly ok: true; readonly release: () => void }
  /** The process that holds it lives. */
  | { readonly ok: false; readonly holder: number };

/**
 * A file that says which process has something for itself; what a killed one left is taken over. Throws when the file
 * cannot be written.
 */
export function takeLock(path: string): ProcessLock {
  const own = JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, own, { flag: "wx", mode: 0o600 });
      return {
        ok: true,
        release: () => {
          if (readLock(path) === own) unlinkSync(path);
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt === 3) throw error;
    }
    const holder = parse(readLock(path));
    if (holder !== undefined && startTimeOf(holder.pid) === holder.startTime) return { ok: false, holder: holder.pid };
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
