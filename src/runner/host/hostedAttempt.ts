import type { ChildProcess } from "node:child_process";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import spawn from "cross-spawn";
import type { Exit } from "../../engine/result.ts";
import type { OutputStream } from "../../protocol/runnerApi.ts";
import { isMissing, temporaryName, writeAtomically } from "../atomicFile.ts";
import { startTimeOf } from "../processIdentity.ts";
import { type ExitedRecord, fileEndings, type HostStart, type Program, type RunningRecord } from "./hostMessages.ts";
import { type ObservedStream, observeStream } from "./observedStream.ts";
import { attemptVariable, becomesEmpty, endTree, graceMs, treeIsEmpty } from "./processTree.ts";

/** One command under the host, from before its spawn until its exit is durable. */
export interface HostedAttempt {
  readonly streams: Readonly<Record<OutputStream, ObservedStream>> | undefined;
  cancel(): void;
  /** Its owner is there. */
  touch(): void;
}

/** Longest delay of a timer, ms; Node would fire a longer one at once. */
const longestTimer = 2 ** 31 - 1;

/** A pipe that a process outside the group still holds is given up after so many quiet pauses, or so many in all. */
const drain = { pauseMs: 50, quietPauses: 10, allPauses: 200 };

type Ending = { readonly exit: Extract<Exit, string>; readonly message?: string };

/**
 * Spawns the command and sees it to its end: bounds its time, ends its whole group, writes the exit. The order of the
 * files is what recovery relies on: running (without pid) → spawn → running (with pid) → output → exited.
 */
export function hostAttempt(
  start: HostStart,
  host: { readonly id: string; readonly boot: string },
  tell: { readonly running: () => void; readonly output: () => void; readonly exited: () => void },
): HostedAttempt {
  const started = Date.now();
  const begun = performance.now();
  // By the monotonic clock, so that it never ends before it started, whatever happens to the other one.
  const now = (): number => started + Math.round(performance.now() - begun);
  const program: Program = {
    path: start.program,
    ...(start.programDigest !== undefined && { digest: start.programDigest }),
    ...(start.programBefore !== undefined && { before: start.programBefore }),
  };
  const record: RunningRecord = { host: host.id, boot: host.boot, started, program };
  let ending: Ending | undefined;
  /** What ends it from outside is under way: whether nothing was left. */
  let isEnded: Promise<boolean> | undefined;
  const timers = new Set<NodeJS.Timeout>();
  let touchedAt = performance.now();

  let child: ChildProcess;
  try {
    writeRunning(start.files, record);
    child = spawnCommand(start);
  } catch (error) {
    // The disk is full, or Node refuses arguments that no system call can carry, such as a text with a NUL.
    void conclude({ exit: "abnormal", message: spawnMessage(start, error as Error) }, undefined, started, undefined);
    return { streams: undefined, cancel: () => {}, touch: () => {} };
  }
  const streams = observe(child, start, tell.output);
  const pid = child.pid;
  if (pid !== undefined) {
    const startTime = startTimeOf(pid) ?? 0;
    writePid(pid, startTime);
    after(start.timeoutMs, () => end({ exit: "timeout", message: `It ran longer than ${start.timeoutMs} ms.` }));
    watchOwner();
  }

  child.on("error", (error) => {
    // Also for a signal that could not be sent; only a command that never was ends here.
    if (pid === undefined) finish({ exit: "abnormal", message: spawnMessage(start, error) });
  });
  child.once("exit", (code, signal) => {
    const ended = now();
    const own: Exit = signal !== null ? { signal } : code !== null ? { code } : "abnormal";
    void afterExit(ending ?? { exit: own }, ended);
  });

  function writePid(ownPid: number, startTime: number): void {
    try {
      writeRunning(start.files, { ...record, pid: ownPid, startTime });
      tell.running();
    } catch {
      // The disk is full. The command goes on; a runner that comes back learns its pid when there is room again.
      after(1_000, () => writePid(ownPid, startTime));
    }
  }

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (ms > longestTimer) after(ms - longestTimer, act);
        else act();
      },
      Math.min(ms, longestTimer),
    );
    timers.add(timer);
  }

  function watchOwner(): void {
    const { ownerLostMs } = start;
    if (ownerLostMs === undefined) return;
    const rest = touchedAt + ownerLostMs - performance.now();
    if (rest > 0) after(Math.ceil(rest), watchOwner);
    else end({ exit: "cancellation", message: `Nobody owned its run for ${ownerLostMs} ms.` });
  }

  /** What ends it stands from now on, whatever its exit says, unless it ended by itself before. */
  function end(how: Ending): void {
    if (pid === undefined || ending !== undefined || child.exitCode !== null || child.signalCode !== null) return;
    // Dead but not collected yet: its own exit is what really happened.
    if (process.platform === "linux" && startTimeOf(pid) === null) return;
    ending = how;
    isEnded = endTree({ group: pid, key: start.key });
    void isEnded.then((empty) => {
      // A leader that KILL cannot end: say so rather than wait for ever.
      if (!empty && child.exitCode === null && child.signalCode === null) void afterExit(how, now());
    });
  }

  let concluded = false;
  async function afterExit(how: { readonly exit: Exit; readonly message?: string }, ended: number): Promise<void> {
    if (concluded || pid === undefined) return;
    concluded = true;
    for (const timer of timers) clearTimeout(timer);
    // Who ends by itself may leave something behind on purpose that left its group, such as a daemon.
    const tree = isEnded === undefined ? { group: pid } : { group: pid, key: start.key };
    // What the command left behind in its group may finish (a `tee` at the end of a pipe), then it is ended.
    const empty = await (isEnded ?? becomesEmpty(tree, graceMs).then((is) => is || endTree(tree)));
    await drained();
    const uncertain = empty || treeIsEmpty(tree) ? undefined : "Some of its processes could not be ended.";
    await conclude(how, streams, ended, uncertain);
  }

  /** Counted in turns of the event loop, not by the clock: a busy host reads late, and nothing may be lost by that. */
  async function drained(): Promise<void> {
    const observed = (): number => (streams?.stdout.kept.observed ?? 0) + (streams?.stderr.kept.observed ?? 0);
    let isClosed = false;
    const close = closed(child).then(() => {
      isClosed = true;
    });
    let quiet = 0;
    for (let all = 0; !isClosed && quiet < drain.quietPauses && all < drain.allPauses; all++) {
      const before = observed();
      await Promise.race([close, sleep(drain.pauseMs)]);
      quiet = observed() === before ? quiet + 1 : 0;
    }
  }

  function finish(how: { readonly exit: Exit; readonly message?: string }): void {
    if (concluded) return;
    concluded = true;
    void conclude(how, streams, now(), undefined);
  }

  async function conclude(
    how: { readonly exit: Exit; readonly message?: string },
    observed: HostedAttempt["streams"],
    ended: number,
    uncertain: string | undefined,
  ): Promise<void> {
    observed?.stdout.end();
    observed?.stderr.end();
    // The exit must not get lost while the disk is full: it waits here until there is room again.
    for (;;) {
      try {
        const none = { observed: 0, head: 0, tailFrom: 0, digest: emptyDigest };
        const [stdout, stderr] = await Promise.all([
          observed?.stdout.store() ?? none,
          observed?.stderr.store() ?? none,
        ]);
        const exited: ExitedRecord = {
          ...how,
          program,
          started,
          ended,
          stdout,
          stderr,
          ...(uncertain && { uncertain }),
        };
        await writeAtomically(start.files + fileEndings.exited, JSON.stringify(exited));
        break;
      } catch (error) {
        // The ledger itself is gone: nobody will ever ask. A single file that vanished is written again.
        if (isMissing(error) && !existsSync(dirname(start.files))) break;
        await sleep(1_000);
      }
    }
    tell.exited();
  }

  return {
    streams,
    cancel: () => end({ exit: "cancellation" }),
    touch() {
      touchedAt = performance.now();
    },
  };
}

const emptyDigest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function spawnCommand(start: HostStart): ChildProcess {
  const child = spawn(start.program, [...start.args], {
    argv0: start.argv0,
    cwd: start.cwd,
    env: { ...start.env, [attemptVariable]: start.key },
    stdio: [start.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // A process group of its own, without a terminal.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  // A command may end without reading its input.
  child.stdin?.on("error", () => {});
  child.stdin?.end(start.stdin);
  return child;
}

function observe(child: ChildProcess, start: HostStart, onBytes: () => void): HostedAttempt["streams"] {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) return undefined;
  const options = { maxBytes: start.maxOutputBytes, secrets: start.secrets, onBytes };
  return {
    stdout: observeStream(stdout, { ...options, path: start.files + fileEndings.stdout }),
    stderr: observeStream(stderr, { ...options, path: start.files + fileEndings.stderr }),
  };
}

function closed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.stdout?.closed !== false && child.stderr?.closed !== false) resolve();
    else child.once("close", () => resolve());
  });
}

/** Not synced: it must survive the host, not the machine. After a restart of the machine nothing runs anyway. */
function writeRunning(files: string, record: RunningRecord): void {
  const path = files + fileEndings.running;
  const temporary = temporaryName(path);
  writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 });
  renameSync(temporary, path);
}

function spawnMessage(start: HostStart, error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") {
    return `${start.argv0} could not be started: ${start.program} is gone, or the interpreter that its first line names does not exist.`;
  }
  if (code === "EACCES") return `${start.argv0} could not be started: ${start.program} may not be executed.`;
  if (code === "E2BIG") return `${start.argv0} could not be started: its arguments and environment are too long.`;
  return `${start.argv0} could not be started: ${error.message}`;
}
