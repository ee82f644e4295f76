import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/**
 * When a process was started, in a unit of the platform: together with the pid it names one process for ever, because
 * pids are used again. `null`: there is no such process (or it has ended and only waits to be collected).
 */
export function startTimeOf(pid: number): number | null {
  if (process.platform === "linux") return statOf(pid)?.startTime ?? null;
  if (!isAlive(pid)) return null;
  if (process.platform === "win32") return 0;
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return Date.parse(text.trim()) || null;
  } catch {
    return null;
  }
}

export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  readonly startTime: number;
}

/** Linux: the fields of `/proc/<pid>/stat` that say who a process is. `null` for a dead one and for a zombie. */
export function statOf(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return null;
  }
  // The name in parentheses may hold anything; the fields after the last parenthesis are numbers.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return { parent: Number(fields[1]), group: Number(fields[2]), startTime: Number(fields[19]) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Names this start of the machine: after another one no process of before can be running. */
export function bootId(): string {
  try {
    if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    if (process.platform === "darwin") {
      return execFileSync("sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8" }).trim();
    }
  } catch {
    // Falls back to the time of the start.
  }
  return `start-${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
}
