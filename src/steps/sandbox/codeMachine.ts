import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from "quickjs-emscripten-core";
import type { Failure } from "../../engine/failure.ts";
import type { CodeJob, CodeReply } from "../../protocol/sandbox.ts";
import csvSource from "../csv.ts?raw";
import { userFile } from "./codeFailure.ts";
import collectingSource from "./context/collecting.js?raw";
import failuresSource from "./context/failures.js?raw";
import fixedTimeSource from "./context/fixedTime.js?raw";
import lazyGivenSource from "./context/lazyGiven.js?raw";
import plainValuesSource from "./context/plainValues.js?raw";
import stepContextSource from "./context/stepContext.js?raw";
import { type QuickJs, refuseImports, stackBytes } from "./quickJs.ts";
import { stripTypes } from "./stripTypes.ts";

/** Something that QuickJS reported as an error of the code. */
export class UserError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** One execution inside QuickJS. Its methods throw a `UserError`, or whatever WebAssembly throws when it crashes. */
export interface Machine {
  begin(): void;
  settle(request: number, reply: CodeReply): void;
  /** Whether there may be more. */
  runJobs(atMost: number): boolean;
  outcome(): string;
  /** Whether nothing is left of it. */
  dispose(): boolean;
}

export function createMachine(
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
  refuseImports(runtime);
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

  /** The function that one of our own scripts is. */
  const load = (source: string) =>
    kept(value(context.evalCode(source, "context.js", { type: "global", backtraceBarrier: true })));
  const apply = (source: string, ...args: QuickJSHandle[]) =>
    kept(value(context.callFunction(load(source), context.undefined, ...args)));

  const request = kept(
    context.newFunction("host", (id, text) => {
      host.request(context.getNumber(id), context.getString(text));
    }),
  );
  apply(fixedTimeSource, kept(context.newNumber(job.now)), kept(context.newString(job.seed)));
  const values = apply(plainValuesSource);
  const failureOf = apply(failuresSource, values);
  const given = kept(context.newString(job.given));
  const artifact = kept(
    context.newFunction("artifact", (digest) => context.newString(textOf(job, context.getString(digest)))),
  );
  const lazily = apply(lazyGivenSource, artifact);
  const api = apply(stepContextSource, request, given, values, failureOf, load(collectingSource), lazily);

  // Most code has no tables; reading the source once more costs nothing beside making it known.
  if (/\bcsv\b/.test(code))
    kept(value(context.evalCode(csvScript(), "csv.js", { type: "global", backtraceBarrier: true })));

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

let csv: string | undefined;

/** `csv.ts` as a script that makes the global `csv`. */
function csvScript(): string {
  if (csv === undefined) {
    const stripped = stripTypes(csvSource);
    if (!stripped.ok) throw new Error(stripped.message);
    const body = stripped.code.replace(/^export /gm, "");
    csv = `(() => { ${body}\nglobalThis.csv = Object.freeze({ parse: parseCsv, format: formatCsv }); })()`;
  }
  return csv;
}

function textOf({ artifacts = {} }: CodeJob, digest: string): string {
  const text = Object.hasOwn(artifacts, digest) ? artifacts[digest] : undefined;
  if (text === undefined) throw new Error(`The value ${digest} was not handed over.`);
  return text;
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
