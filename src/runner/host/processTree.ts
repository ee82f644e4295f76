import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { type ProcessStat, statOf } from "../processIdentity.ts";

/** Set in the environment of every command, so that its processes can be told from others that use a pid again. */
export const attemptVariable = "TICKWORK_ATTEMPT";

/** How long a process may take to end after TERM, and after KILL. */
export const graceMs = 2_000;

/**
 * What of a command is meant. Its process group; with `key`, on Linux, also what left the group (`setsid`, a double
 * fork): whatever has the attempt's marker in its environment, and all descendants of these that still have parents.
 * Elsewhere only the group is known (Windows: the children that still have parents).
 */
export interface ProcessTree {
  readonly group?: number | undefined;
  readonly key?: string | undefined;
}

/** Whether no process of the tree can run any more. Ones that only wait to be collected do not count. */
export function treeIsEmpty({ group, key }: ProcessTree): boolean {
  if (group !== undefined && !groupIsEmpty(group)) return false;
  // Twice: who forks and ends while the table is read may be seen neither before nor after.
  return key === undefined || (markedBy(key).length === 0 && markedBy(key).length === 0);
}

/**
 * TERM, grace, KILL, and then the proof that the tree is empty. Answers false when it is not: something there cannot
 * be ended.
 */
export async function endTree(tree: ProcessTree): Promise<boolean> {
  const strays = new Strays(tree);
  signal(tree, strays, "SIGTERM");
  if (await becomesEmpty(tree, graceMs, strays)) return true;
  signal(tree, strays, "SIGKILL");
  // What was forked between the look and the signal is found by the next look.
  return becomesEmpty(tree, graceMs, strays, () => signal(tree, strays, "SIGKILL"));
}

/** Waits for the tree to be empty, at most `ms`. */
export async function becomesEmpty(
  tree: ProcessTree,
  ms: number,
  strays = new Strays({}),
  again: () => void = () => {},
): Promise<boolean> {
  const end = performance.now() + ms;
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    if (treeIsEmpty(tree) && strays.living().length === 0) return true;
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, end - performance.now())));
    again();
  }
}

/** Linux: whether a process was started for this attempt. */
export function belongsTo(pid: number, key: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${attemptVariable}=${key}`);
  } catch {
    return false;
  }
}

/** Linux: the living processes that have the marker of an attempt; none elsewhere. */
export function markedBy(key: string): readonly number[] {
  return livingProcesses().flatMap(({ pid }) => (belongsTo(pid, key) ? [pid] : []));
}

/** Linux: the living processes of a group. */
export function groupMembers(group: number): readonly number[] {
  return livingProcesses().flatMap((process) => (process.group === group ? [process.pid] : []));
}

function groupIsEmpty(group: number): boolean {
  try {
    process.kill(process.platform === "win32" ? group : -group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  return process.platform === "linux" && groupMembers(group).length === 0;
}

/**
 * Linux: what a command started outside of its group. One that was seen once is remembered: a descendant without the
 * marker has no other tie to the command once its parent ended.
 */
class Strays {
  readonly #tree: ProcessTree;
  /** pid → start time. */
  readonly #seen = new Map<number, number>();

  constructor(tree: ProcessTree) {
    this.#tree = tree;
  }

  living(): readonly number[] {
    const { group, key } = this.#tree;
    if (key === undefined) return [];
    const table = livingProcesses();
    const found = new Set<number>();
    for (const { pid, startTime, group: own } of table) {
      if (own === group || this.#seen.get(pid) === startTime || belongsTo(pid, key)) found.add(pid);
    }
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const { pid, parent } of table) if (found.has(parent)) found.add(pid);
    }
    const outside = table.filter(({ pid, group: own }) => found.has(pid) && own !== group);
    for (const { pid, startTime } of outside) this.#seen.set(pid, startTime);
    return outside.map(({ pid }) => pid);
  }
}

function signal({ group }: ProcessTree, strays: Strays, name: NodeJS.Signals): void {
  // Looked for first: afterwards their parents may be gone.
  const outside = strays.living();
  if (group !== undefined) signalGroup(group, name);
  for (const pid of outside) {
    try {
      process.kill(pid, name);
    } catch {
      // Gone meanwhile, or not ours to end: `becomesEmpty` decides.
    }
  }
}

function signalGroup(group: number, name: NodeJS.Signals): void {
  if (process.platform === "win32") {
    // Windows has no groups: the tree is found by parents, and there is only force.
    spawn("taskkill", ["/pid", String(group), "/T", "/F"], { stdio: "ignore" }).on("error", () => {});
    return;
  }
  try {
    process.kill(-group, name);
  } catch {
    // Nobody is left, or nobody of ours: `treeIsEmpty` decides.
  }
}

function livingProcesses(): readonly (ProcessStat & { readonly pid: number })[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    return stat === null ? [] : [{ pid: Number(name), ...stat }];
  });
}
