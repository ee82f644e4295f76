import { type AttemptRequest, attemptKey } from "../../protocol/runnerApi.ts";
import { type Hook, hookStep } from "../../workflow/hook.ts";
import type { HookEnd, HookWork } from "./callHooks.ts";
import { throughHookAttempt } from "./throughHookAttempt.ts";

/** A hook that takes longer is ended by the runner, ms. */
const commandTimeoutMs = 60_000;

/** Runs the program once, with what was observed as JSON on its standard input. It holds no workspace. */
export function runHookCommand(work: HookWork, command: NonNullable<Hook["command"]>): Promise<HookEnd> {
  const { run, runner, name, seq, message } = work;
  const key = attemptKey(run.runId, hookStep(name), `t${seq}`);
  const request: AttemptRequest = {
    digest: run.digest,
    ...(run.workflowId !== undefined && { workflowId: run.workflowId }),
    epoch: run.epoch,
    argv: command.argv,
    stdin: `${JSON.stringify(message)}\n`,
    access: "none",
    ...(command.workspace !== undefined && { workspace: command.workspace }),
    timeoutMs: commandTimeoutMs,
    maxOutputBytes: 65_536,
  };
  return throughHookAttempt(
    work,
    key,
    () => runner.start(key, request),
    (state) => {
      if (state.state !== "exited") return { ok: false, said: "the runner answered a command as if it were a request" };
      const { exit, message: why, stderr } = state.completion;
      if (why !== undefined) return { ok: false, said: why };
      if (typeof exit === "string") return { ok: false, said: exit === "timeout" ? "stopped after 60 s" : exit };
      if (!("code" in exit)) return { ok: false, said: `ended by ${exit.signal}` };
      const line = exit.code === 0 ? "" : (stderr.text.trim().split("\n", 1)[0] ?? "").slice(0, 200);
      return { ok: exit.code === 0, said: `exit ${exit.code}${line === "" ? "" : `: ${line}`}` };
    },
  );
}
