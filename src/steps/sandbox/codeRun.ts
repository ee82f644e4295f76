import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import { type Failure, failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import type { CodeJob, CodeReply, CodeRequest } from "../../protocol/sandbox.ts";
import contextSource from "./codeContext.js?raw";
import { locateFailure, userFile } from "./codeFailure.ts";
import { findLoop } from "./findLoop.ts";
import { type QuickJs, stackBytes } from "./quickJs.ts";
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
    const located = locateFailure(readUserFailure(failure, guard), stripped.placeOf);
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

/** Something that QuickJS reported as an error of the code. */
class UserError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

interface Machine {
  begin(): void;
  settle(request: number, reply: CodeReply): void;
  /** Whether there may be more. */
  runJobs(atMost: number): boolean;
  outcome(): string;
  /** Whether nothing is left of it. */
  dispose(): boolean;
}

function createMachine(
  quickJs: QuickJs,
  job: CodeJob,
  code: string,
  host: {
    readonly interrupted: () => boolean;
    readonly request: (request: number, text: string) => void;
  },
): Machine {
  const runtime: QuickJSRuntime = quickJs.module.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  runtime.setInterruptHandler(host.interrupted);
  runtime.setModuleLoader((name) => ({
    error: new Error(`A code step stands alone: ${JSON.stringify(name)} cannot be imported.`),
  }));
  const context: QuickJSContext = runtime.newContext();
  const handles: QuickJSHandle[] = [];
  const kept = (handle: QuickJSHandle) => {
    handles.push(handle);
    return handle;
  };
  const value = (result: ReturnType<QuickJSContext["evalCode"]>): QuickJSHandle => {
    if (!result.error) return result.value;
    const failure = context.dump(result.error) as unknown;
    result.error.dispose();
    throw new UserError(asFailure(failure));
  };
  const call = (name: string, ...args: QuickJSHandle[]): QuickJSHandle => {
    const method = context.getProp(api, name);
    const result = context.callFunction(method, context.undefined, ...args);
    method.dispose();
    for (const arg of args) arg.dispose();
    return value(result);
  };

  const makeContext = value(context.evalCode(contextSource, "context.js", { type: "global", backtraceBarrier: true }));
  const request = context.newFunction("host", (id, text) => {
    host.request(context.getNumber(id), context.getString(text));
  });
  const given = context.newString(job.given);
  const api = kept(value(context.callFunction(makeContext, context.undefined, request, given)));
  for (const handle of [makeContext, request, given]) handle.dispose();

  const runJobs = (atMost: number): boolean => {
    const ran = runtime.executePendingJobs(atMost);
    if (!ran.error) return ran.value === atMost;
    const failure = context.dump(ran.error) as unknown;
    ran.error.dispose();
    throw new UserError(asFailure(failure));
  };

  return {
    runJobs,
    begin: () => {
      let module = kept(value(context.evalCode(code, userFile, { type: "module" })));
      const state = context.getPromiseState(module);
      if (!(state.type === "fulfilled" && state.notAPromise)) {
        while (runJobs(64));
        const settled = context.getPromiseState(module);
        if (settled.type === "pending") {
          throw new UserError({ name: "Error", message: "The code waits outside of its function, for ever." });
        }
        if (settled.type === "rejected") {
          const failure = context.dump(settled.error) as unknown;
          settled.error.dispose();
          throw new UserError(asFailure(failure));
        }
        module = kept(settled.value);
      }
      call("begin", context.getProp(module, "default")).dispose();
    },
    settle: (id, reply) => {
      const text = reply.ok ? (reply.value === undefined ? "" : JSON.stringify(reply.value)) : reply.message;
      call(
        "settle",
        context.newNumber(id),
        reply.ok ? context.true.dup() : context.false.dup(),
        context.newString(text),
      ).dispose();
    },
    outcome: () => {
      const text = call("outcome");
      const outcome = context.getString(text);
      text.dispose();
      return outcome;
    },
    dispose: () => {
      try {
        for (const handle of handles) handle.dispose();
        context.dispose();
        runtime.dispose();
        return true;
      } catch {
        // What a full memory left behind may trip QuickJS's own checks; the instance is dropped with it.
        return false;
      }
    },
  };
}

/** What `dump` made of a thrown value. */
function asFailure(thrown: unknown): Failure {
  if (typeof thrown !== "object" || thrown === null) return { name: "Error", message: String(thrown) };
  const { name, message, stack } = thrown as Record<string, unknown>;
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : JSON.stringify(thrown),
    ...(typeof stack === "string" && { stack }),
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
