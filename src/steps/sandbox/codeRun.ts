import { type Failure, failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import type { CodeJob, CodeReply, CodeRequest } from "../../protocol/sandbox.ts";
import { locateFailure } from "./codeFailure.ts";
import { createMachine, type Machine, UserError } from "./codeMachine.ts";
import { findLoop } from "./findLoop.ts";
import type { QuickJs } from "./quickJs.ts";
import type { Stripped } from "./stripTypes.ts";

/** What one execution of user code needs from the sandbox around it. */
export interface CodeSurroundings {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  /** Later, in a turn of its own, so that other executions get theirs. */
  readonly defer: (turn: () => void) => void;
  readonly entered: (limitMs: number) => void;
  readonly left: () => void;
  /** Request 0 has no answer. */
  readonly request: (request: number, body: CodeRequest) => void;
  /** `clean`: the instance may be used again. */
  readonly end: (results: readonly Result[], clean: boolean) => void;
  readonly aborted: (clean: boolean) => void;
}

export interface CodeRun {
  settle(request: number, reply: CodeReply): void;
  /** Ends it without a word. */
  abort(): void;
}

/** Jobs of one turn before other executions get theirs. */
const sliceMs = 20;

/** The bounds of one execution. */
type Guard = { deadline: number; left: number; tripped: boolean; readonly job: CodeJob; readonly full: () => boolean };

/** Begins one execution of user code in a runtime of its own. It ends exactly once, unless it is disposed before. */
export function beginCode(
  quickJs: QuickJs,
  job: CodeJob,
  stripped: Extract<Stripped, { ok: true }>,
  around: CodeSurroundings,
): CodeRun {
  const guard: Guard = { deadline: 0, left: job.cpuMs, tripped: false, job, full: quickJs.full };
  let over = false;
  let deferred = false;
  let machine: Machine | undefined;

  const finish = (results: readonly Result[]) => {
    if (over) return;
    over = true;
    around.end(results, !guard.tripped && (machine?.dispose() ?? false));
  };
  const locate = (failure: Failure): Failure => {
    const located = locateFailure(readUserFailure(failure, guard), stripped);
    return guard.tripped && located.place ? { ...located, place: findLoop(job.source, located.place) } : located;
  };
  const fail = (failure: Failure) => finish([{ kind: "fail", failure: locate(failure) }]);

  /** Every step into QuickJS goes through here, so that time is counted and a crash is a failure. */
  const enter = (turn: () => void) => {
    if (over) return;
    around.entered(guard.left);
    const from = around.clock();
    guard.deadline = from + guard.left;
    try {
      turn();
    } catch (error) {
      if (error instanceof UserError) fail(error.failure);
      else {
        machine = undefined;
        fail(crashFailure(error));
      }
    }
    guard.left -= around.clock() - from;
    around.left();
  };

  const pump = (running: Machine) => {
    const from = around.clock();
    while (running.runJobs(64)) {
      if (guard.tripped || around.clock() - from < sliceMs) continue;
      deferred = true;
      around.defer(() => {
        deferred = false;
        enter(() => pump(running));
      });
      return;
    }
    const outcome = running.outcome();
    if (outcome === "") return;
    const results = JSON.parse(outcome) as Result[];
    finish(results.map((result) => (result.kind === "fail" ? { ...result, failure: locate(result.failure) } : result)));
  };

  enter(() => {
    const running = createMachine(quickJs, job, stripped.code, {
      interrupted: () => {
        if (around.clock() < guard.deadline) return false;
        guard.tripped = true;
        return true;
      },
      request: (request, text) => around.request(request, JSON.parse(text) as CodeRequest),
    });
    machine = running;
    // What came before is ours, and takes long when WebAssembly runs for the first time.
    guard.deadline = around.clock() + guard.left;
    running.begin();
    pump(running);
  });

  return {
    settle: (request, reply) => {
      const running = machine;
      if (over || running === undefined) return;
      guard.left = job.cpuMs;
      enter(() => {
        running.settle(request, reply);
        if (!deferred) pump(running);
      });
    },
    abort: () => {
      if (over) return;
      over = true;
      around.aborted(machine?.dispose() ?? false);
    },
  };
}

/** Gives the two limits their own words; QuickJS calls both an InternalError. */
function readUserFailure(failure: Failure, guard: Guard): Failure {
  const { cpuMs, memoryMb } = guard.job;
  const stack = failure.stack === undefined ? {} : { stack: failure.stack };
  if (guard.tripped) {
    const message = `The code ran for ${cpuMs} ms without yielding and was stopped. A loop may not end; a long calculation needs a larger cpuMs.`;
    return { name: failureNames.timedOut, message, ...stack };
  }
  // In a full memory there is sometimes no room for the error itself.
  const noError = failure.name === "Error" && (failure.message === "null" || failure.message === "undefined");
  if ((failure.name === "InternalError" && failure.message === "out of memory") || (noError && guard.full())) {
    const message = `The code needs more than ${memoryMb} MB. Keep less at once, or raise memoryMb.`;
    return { name: "MemoryError", message, ...stack };
  }
  return failure;
}

/** WebAssembly itself gave up; the instance is dropped. */
function crashFailure(error: unknown): Failure {
  if (error instanceof RangeError) return { name: "RangeError", message: "The code recurses or nests too deep." };
  const message = error instanceof Error ? error.message : String(error);
  return { name: "SandboxError", message: `The code crashed its sandbox: ${message}` };
}
