import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { statOf } from "../processIdentity.ts";

/** Set in the environment of every command, so that its processes can be told from others that use a pid again. */
export const attemptVariable = "TICKWORK_ATTEMPT";

/** How long a process may take to end after TERM, and after KILL. */
export const graceMs = 2_000;

export function signalGroup(group: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") {
    // Windows has no groups: the tree is found by parents, and there is only force.
    spawn("taskkill", ["/pid", String(group), "/T", "/F"], { stdio: "ignore" }).on("error", () => {});
    return;
  }
  try {
    process.kill(-group, signal);
  } catch {
    // Nobody is left, or nobody of ours: groupIsEmpty decides.
  }
}

/** Whether no process of the group can run any more. Ones that only wait to be collected do not count. */
export function groupIsEmpty(group: number): boolean {
  try {
    process.kill(process.platform === "win32" ? group : -group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  return process.platform === "linux" && groupMembers(group).length === 0;
}

/** Linux: the living processes of a group. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.group === group);
}

/** Linux: whether a process was started for this attempt. */
export function belongsTo(pid: number, key: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${attemptVariable}=${key}`);
  } catch {
    return false;
  }
}

/**
 * TERM, grace, KILL, and then the proof that the group is empty. Answers false when it is not: something there cannot
 * be ended.
 */
export async function endGroup(group: number): Promise<boolean> {
  signalGroup(group, "SIGTERM");
  if (await becomesEmpty(group, graceMs)) return true;
  signalGroup(group, "SIGKILL");
  return becomesEmpty(group, graceMs);
}

/** Waits for the group to be empty, at most `ms`. */
export async function becomesEmpty(group: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    if (groupIsEmpty(group)) return true;
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, end - performance.now())));
  }
}
