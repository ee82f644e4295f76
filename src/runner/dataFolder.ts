import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where the runner keeps what must survive it: token, approvals, ledger. Readable by this user only. */
export function defaultDataFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TICKWORK_DATA) return resolve(env.TICKWORK_DATA);
  if (process.platform === "win32") return join(env.APPDATA ?? join(homedir(), "AppData", "Roaming"), "tickwork");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tickwork");
  // The XDG specification: a relative path is invalid and to be ignored.
  const base = env.XDG_DATA_HOME?.startsWith("/") ? env.XDG_DATA_HOME : join(homedir(), ".local", "share");
  return join(base, "tickwork");
}

export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
