import type { Failure } from "../../engine/failure.ts";
import type { CodeReply, CodeRequest, FromSandbox, SandboxJob, SandboxValues } from "../../protocol/sandbox.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import type { CallEnd, Sandbox, SandboxWorker, SpawnSandbox } from "./sandbox.ts";

/** How much longer than its own guard allows a call may stay silent, on a busy machine too, before the sandbox is killed, ms. */
const graceMs = 5_000;
/** A second look, so that a busy engine worker with unread messages kills nobody, ms. */
const secondLookMs = 200;

interface Call {
  readonly job: SandboxJob;
  readonly answer?: (request: CodeRequest) => Promise<CodeReply>;
  readonly settle: (end: CallEnd<SandboxValues[SandboxJob["kind"]]>) => void;
  /** It burned time in the sandbox that lives now. */
  begun: boolean;
}

/**
 * The engine worker's side of the sandbox: numbers calls, watches that the sandbox comes back, kills it when it does
 * not, and starts another.
 *
 * 1. A call that is open when its sandbox ends is settled or begun again; none is left pending.
 * 2. Only the call that the sandbox was busy with is guilty (R78). Code that had begun is lost, the rest begins again.
 */
export function createSandbox(spawn: SpawnSandbox): Sandbox {
  const calls = new Map<number, Call>();
  let worker: SandboxWorker | undefined;
  let next = 1;
  let heard = 0;
  let ready = false;
  let busy: { readonly call: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  const idle = () => {
    if (busy) clearTimeout(busy.timer);
    busy = undefined;
  };

  const watch = (call: number, ms: number, second: boolean) => {
    idle();
    const before = heard;
    const timer = setTimeout(() => {
      if (heard !== before || !second) watch(call, secondLookMs, true);
      else kill(call, silent(calls.get(call)?.job));
    }, ms);
    busy = { call, timer };
  };

  const settle = (number: number, end: CallEnd<SandboxValues[SandboxJob["kind"]]>) => {
    const call = calls.get(number);
    calls.delete(number);
    call?.settle(end);
  };

  /** Ends the sandbox that lives now; `guilty` fails, the others go on in the next one. */
  const kill = (guilty: number | undefined, failure: Failure) => {
    idle();
    worker?.terminate();
    worker = undefined;
    const unable = !ready;
    for (const [number, call] of [...calls]) {
      if (number === guilty || unable) settle(number, { kind: "killed", failure });
      else if (call.job.kind === "code" && call.begun) settle(number, { kind: "lost" });
    }
    for (const [number, call] of calls) {
      call.begun = false;
      living().post({ kind: "call", call: number, job: call.job });
    }
  };

  const hear = (message: FromSandbox) => {
    heard++;
    switch (message.kind) {
      case "ready":
        ready = true;
        return;
      case "broken":
        kill(undefined, unusable(message.message));
        return;
      case "entered": {
        const call = calls.get(message.call);
        if (call) call.begun = true;
        watch(message.call, message.limitMs + graceMs, false);
        return;
      }
      case "left":
        idle();
        return;
      case "request":
        void reply(message.call, message.request, message.body);
        return;
      case "done":
        settle(message.call, { kind: "done", value: message.value });
        return;
      default:
        assertNever(message);
    }
  };

  const reply = async (number: number, request: number, body: CodeRequest) => {
    const asked = worker;
    const answer = await calls.get(number)?.answer?.(body);
    if (answer !== undefined && request > 0 && worker === asked) {
      asked?.post({ kind: "reply", call: number, request, reply: answer });
    }
  };

  const living = (): SandboxWorker => {
    if (worker) return worker;
    ready = false;
    const started: SandboxWorker = spawn(
      (message) => worker === started && hear(message),
      (message) => {
        if (worker === started) kill(busy?.call, ready ? crashed(message) : unusable(message));
      },
    );
    worker = started;
    return started;
  };

  const open = (call: Call): number => {
    const number = next++;
    calls.set(number, call);
    living().post({ kind: "call", call: number, job: call.job });
    return number;
  };

  return {
    runCode: (job, answer) => {
      let number = 0;
      const end = new Promise<CallEnd<SandboxValues["code"]>>((resolve) => {
        const settleCode = resolve as Call["settle"];
        number = open({ job, answer, settle: settleCode, begun: false });
      });
      return {
        end,
        abort: () => {
          if (!calls.delete(number)) return;
          worker?.post({ kind: "abort", call: number });
        },
      };
    },
    compute: (job) =>
      new Promise((resolve) => {
        open({ job, settle: resolve as Call["settle"], begun: false });
      }),
    close: () => {
      idle();
      worker?.terminate();
      worker = undefined;
      calls.clear();
    },
  };
}

function silent(job: SandboxJob | undefined): Failure {
  const message =
    job?.kind === "code"
      ? `The code did not come back within ${job.cpuMs} ms and could not be interrupted: a built-in function works on something too large.`
      : "The expression did not come back and was stopped. A regular expression may take for ever on this text.";
  return { name: "TimeoutError", message };
}

function crashed(message: string): Failure {
  return { name: "SandboxError", message: `The sandbox crashed: ${message}` };
}

function unusable(message: string): Failure {
  return { name: "SandboxError", message: `The sandbox cannot start, so no code or expression runs: ${message}` };
}
