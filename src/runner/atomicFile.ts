import { readdirSync, readFileSync, rmSync } from "node:fs";
import { open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../workflow/json.ts";

let temporaryFiles = 0;

/** A name beside `path` that no other writer uses. */
export function temporaryName(path: string): string {
  temporaryFiles++;
  return `${path}.${process.pid}-${temporaryFiles}.tmp`;
}

/** Removes what killed writers left half-written in a folder. What the process `writer` is writing there stays. */
export function sweepTemporaryFiles(folder: string, writer: number | undefined): void {
  for (const name of readdirSync(folder)) {
    const pid = name.match(/\.(\d+)-\d+\.tmp$/)?.[1];
    if (pid !== undefined && Number(pid) !== writer) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Replaces a file so that after a power cut either the old or the whole new content is there. Mode 0600.
 * Rejects with the error of the file system (`ENOSPC` when the disk is full); the old content then stands.
 */
export async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryName(path);
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

interface FolderSync {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

const folderSyncs = new Map<string, FolderSync>();

/**
 * Makes the names in a folder durable. Callers that arrive while one sync runs share the next one, so that 200 files
 * cost a few syncs and not 200.
 */
export function syncFolder(path: string): Promise<void> {
  const current = folderSyncs.get(path);
  if (current === undefined) {
    const sync: FolderSync = { running: syncFolderNow(path), next: undefined };
    folderSyncs.set(path, sync);
    const settled = (): void => {
      if (sync.next === undefined) folderSyncs.delete(path);
    };
    sync.running.then(settled, settled);
    return sync.running;
  }
  if (current.next === undefined) {
    const begin = (): Promise<void> => {
      folderSyncs.delete(path);
      return syncFolder(path);
    };
    current.next = current.running.then(begin, begin);
  }
  return current.next;
}

async function syncFolderNow(path: string): Promise<void> {
  // Windows cannot open a folder; its rename is durable with the file system's own journal.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The JSON in a file; `undefined` when there is no file, `"damaged"` when it holds something else. */
export function readJsonFile(path: string): { readonly value: Json } | "damaged" | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return "damaged";
  }
}

const fullDiskRetryMs = 1_000;

/** For what must not fall behind the facts: tries again until there is room on the disk, or nobody wants it any more. */
export async function writeWhenThereIsRoom(
  write: () => Promise<void>,
  options: { readonly giveUp: () => boolean; readonly log: (line: string) => void },
): Promise<void> {
  while (!options.giveUp()) {
    try {
      return await write();
    } catch (error) {
      options.log(`the ledger cannot be written, trying again: ${(error as Error).message}`);
      await sleep(fullDiskRetryMs);
    }
  }
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT");
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, "ENOSPC") || hasCode(error, "EDQUOT");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code;
}
