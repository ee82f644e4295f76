import { attemptKey } from "../../protocol/runnerApi.ts";
import type { HttpCall } from "../../protocol/runnerCalls.ts";
import { type Hook, hookStep } from "../../workflow/hook.ts";
import { hostOf } from "../../workflow/permissions.ts";
import { explainNetworkError } from "../http/explainNetworkError.ts";
import type { HookEnd, HookWork } from "./callHooks.ts";
import { throughHookAttempt } from "./throughHookAttempt.ts";

/** For the whole request, ms. */
const webhookTimeoutMs = 10_000;

/** Posts what was observed, once. A redirect is not followed, and of the answer only its status is looked at. */
export function sendWebhook(work: HookWork, webhook: NonNullable<Hook["webhook"]>): Promise<HookEnd> {
  return webhook.via === "runner" ? sendFromRunner(work, webhook.url) : sendFromHere(work, webhook.url);
}

async function sendFromHere({ run, web, message }: HookWork, url: string): Promise<HookEnd> {
  const withdrawn = (await run.withdrawnSince?.({ kind: "host", host: hostOf(url) })) ?? null;
  if (withdrawn !== null) return { ok: false, said: withdrawn.replace(/\.$/, "") };
  const signal = AbortSignal.timeout(webhookTimeoutMs);
  try {
    const response = await web.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal,
    });
    void response.body?.cancel().catch(() => {});
    return response.type === "opaqueredirect" ? redirected : answered(response.status);
  } catch (error) {
    if (signal.aborted) return { ok: false, said: `no answer in ${webhookTimeoutMs / 1_000} s` };
    const { message: said } = await explainNetworkError(web, { method: "POST", url, headers: {} }, error, signal);
    return { ok: false, said };
  }
}

async function sendFromRunner(work: HookWork, url: string): Promise<HookEnd> {
  const { run, runner, name, seq, message } = work;
  const key = attemptKey(run.runId, hookStep(name), `t${seq}`);
  const call: HttpCall = {
    key,
    digest: run.digest,
    ...(run.workflowId !== undefined && { workflowId: run.workflowId }),
    epoch: run.epoch,
    timeoutMs: webhookTimeoutMs,
    maxOutputBytes: 1_024,
    method: "POST",
    url,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  };
  return throughHookAttempt(
    work,
    key,
    () => runner.http(call),
    (state) => {
      if (state.state !== "answered")
        return { ok: false, said: "the runner answered a request as if it were a command" };
      const { result } = state;
      if (result.kind === "http") return answered(result.status);
      return { ok: false, said: result.kind === "failed" ? result.failure.message : "cancelled" };
    },
  );
}

const redirected: HookEnd = { ok: false, said: "the server sends it on to another address, which is not followed" };

function answered(status: number): HookEnd {
  if (status >= 300 && status < 400) return redirected;
  return { ok: status < 300, said: `answered ${status}` };
}
