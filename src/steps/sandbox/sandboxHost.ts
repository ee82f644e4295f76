import type {
  CheckJob,
  CodeJob,
  CodeRequest,
  FromSandbox,
  SandboxJob,
  SandboxValues,
  SourceError,
  ToSandbox,
} from "../../protocol/sandbox.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import { beginCode, type CodeRun } from "./codeRun.ts";
import { checkText, evaluateTexts } from "./expressions.ts";
import { findSyntaxError } from "./findSyntaxError.ts";
import { createQuickJsPool } from "./quickJs.ts";
import { type Stripped, stripTypes } from "./stripTypes.ts";
import { validateSchema } from "./validateSchema.ts";

export interface SandboxHost {
  receive(message: ToSandbox): void;
}

/** How long the sandbox's own guards let an expression run is in its job; the rest is quick or broken. */
const checkLimitMs = 2_000;

/**
 * The inside of the sandbox worker. Code runs interleaved, each in an instance of its own; everything else runs one
 * after the other, so that when the worker hangs the last call that was entered is the guilty one.
 */
export function createSandboxHost(
  post: (message: FromSandbox) => void,
  wasm: Promise<WebAssembly.Module>,
): SandboxHost {
  const pool = createQuickJsPool(wasm);
  const runs = new Map<number, { run?: CodeRun; aborted: boolean }>();
  const stripped = new Map<string, Stripped>();
  let last: Promise<void> = wasm.then(
    () => post({ kind: "ready" }),
    (error: unknown) => post({ kind: "broken", message: error instanceof Error ? error.message : String(error) }),
  );

  const done = <K extends SandboxJob["kind"]>(call: number, value: SandboxValues[K]) =>
    post({ kind: "done", call, value });

  const strip = (source: string): Stripped => {
    const known = stripped.get(source);
    if (known) return known;
    if (stripped.size >= 100) stripped.clear();
    const made = stripTypes(source);
    stripped.set(source, made);
    return made;
  };

  const runCode = async (call: number, job: CodeJob) => {
    const entry: { run?: CodeRun; aborted: boolean } = { aborted: false };
    runs.set(call, entry);
    const code = strip(job.source);
    if (!code.ok) {
      runs.delete(call);
      const failure = { name: "SyntaxError", message: code.message, place: code.place };
      done<"code">(call, { results: [{ kind: "fail", failure }] });
      return;
    }
    const quickJs = await pool.take(job.memoryMb);
    if (entry.aborted) {
      pool.giveBack(quickJs, true);
      return;
    }
    const log = boundLog(job.maxLogBytes);
    entry.run = beginCode(quickJs, job, code, {
      clock: () => performance.now(),
      defer: (turn) => void setTimeout(turn, 0),
      entered: (limitMs) => post({ kind: "entered", call, limitMs }),
      left: () => post({ kind: "left", call }),
      request: (request, body) => {
        const bounded = body.kind === "log" ? log(body) : body;
        if (bounded) post({ kind: "request", call, request, body: bounded });
      },
      end: (results, clean) => {
        runs.delete(call);
        pool.giveBack(quickJs, clean);
        done<"code">(call, { results });
      },
      aborted: (clean) => pool.giveBack(quickJs, clean),
    });
  };

  const inTurn = (call: number, limitMs: number, work: () => Promise<void>) => {
    last = last.then(async () => {
      post({ kind: "entered", call, limitMs });
      await work();
      post({ kind: "left", call });
    });
  };

  const begin = (call: number, job: SandboxJob) => {
    switch (job.kind) {
      case "code":
        void runCode(call, job);
        return;
      case "evaluate":
        inTurn(call, job.timeoutMs, async () => done<"evaluate">(call, await evaluateTexts(job)));
        return;
      case "validate":
        inTurn(call, checkLimitMs, async () => done<"validate">(call, validateSchema(job.schema, job.value)));
        return;
      case "check":
        inTurn(call, checkLimitMs, async () => done<"check">(call, { errors: await checkTexts(job) }));
        return;
      default:
        assertNever(job);
    }
  };

  const checkTexts = async ({ texts }: CheckJob): Promise<SourceError[]> => {
    const errors: SourceError[] = [];
    for (const [text, { language, source }] of texts.entries()) {
      const found = language === "code" ? await checkCode(source) : checkText({ language, source });
      errors.push(...found.map((error) => ({ text, ...error })));
    }
    return errors;
  };

  /** Compiles without running: the one thing that knows whether it is the language. */
  const checkCode = async (source: string): Promise<Omit<SourceError, "text">[]> => {
    const quickJs = await pool.take(checkMemoryMb);
    const finding = findSyntaxError(quickJs, source, strip(source));
    pool.giveBack(quickJs, true);
    return finding ? [finding] : [];
  };

  return {
    receive: (message) => {
      switch (message.kind) {
        case "call":
          begin(message.call, message.job);
          return;
        case "reply":
          runs.get(message.call)?.run?.settle(message.request, message.reply);
          return;
        case "abort": {
          const entry = runs.get(message.call);
          if (entry === undefined) return;
          runs.delete(message.call);
          entry.aborted = true;
          entry.run?.abort();
          return;
        }
        default:
          assertNever(message);
      }
    },
  };
}

/** The default of a code step, so that both use the same instances. */
const checkMemoryMb = 64;

type LogRequest = Extract<CodeRequest, { kind: "log" }>;

/** Lets log lines through until their bound; the first that does not fit becomes a mark. */
function boundLog(maxBytes: number): (line: LogRequest) => LogRequest | undefined {
  let left = maxBytes;
  return (line) => {
    if (left < 0) return undefined;
    left -= line.text.length + 1;
    return left < 0 ? { ...line, text: `… the log is longer than ${maxBytes} bytes and ends here` } : line;
  };
}
