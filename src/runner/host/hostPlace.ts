import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJsonFile } from "../atomicFile.ts";
import { startTimeOf } from "../processIdentity.ts";

/** Who the host of a data folder is; written by the host when it listens. */
export interface HostRecord {
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
  readonly startTime: number;
  readonly address: string;
  /** Proves to the host that a caller can read this file. */
  readonly secret: string;
}

export function hostRecordPath(dataFolder: string): string {
  return join(dataFolder, "host.json");
}

export function readHostRecord(dataFolder: string): HostRecord | undefined {
  const file = readJsonFile(hostRecordPath(dataFolder));
  if (file === undefined || file === "damaged") return undefined;
  const record = file.value as unknown as HostRecord | null;
  return typeof record?.pid === "number" && typeof record.address === "string" ? record : undefined;
}

/** Whether the host that wrote the record lives. */
export function isAlive(record: HostRecord): boolean {
  return startTimeOf(record.pid) === record.startTime;
}

/** Longest path of a Unix socket that all platforms take. */
const longestSocketPath = 100;

/** Where a new host listens. A long data folder has no room for a socket name; the temporary folder has. */
export function hostAddress(dataFolder: string, host: string): string {
  const name = createHash("sha256").update(`${dataFolder}\n${host}`).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\tickwork-${name}`;
  const path = join(dataFolder, `${host}.sock`);
  return path.length <= longestSocketPath
    ? path
    : join(process.env.XDG_RUNTIME_DIR ?? tmpdir(), `tickwork-${name}.sock`);
}
