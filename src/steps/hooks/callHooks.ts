import type { HookAudience, HookMessage, HookReport } from "../../protocol/hooks.ts";
import type { HookCall } from "../../runtime/observeHooks.ts";
import type { Hooks } from "../../runtime/world.ts";
import type { Json } from "../../workflow/json.ts";
import type { RunToExecute } from "../executors.ts";
import type { Web } from "../http/web.ts";
import type { Runner } from "../runner/runner.ts";
import { hookNotification } from "./hookNotification.ts";
import { runHookCommand } from "./runHookCommand.ts";
import { sendWebhook } from "./sendWebhook.ts";

/** How a call of a hook ended, for a person. */
export interface HookEnd {
  readonly ok: boolean;
  /** Without a full stop. */
  readonly said: string;
}

export interface CalledHooks extends Hooks {
  /** Resolves when nothing is under way any more. Each call is bounded. */
  settled(): Promise<void>;
}

/** What one call has around it. */
export interface HookWork {
  readonly run: Omit<RunToExecute, "onHolds">;
  readonly seq: number;
  readonly name: string;
  readonly message: HookMessage;
  readonly runner: Runner;
  readonly web: Web;
  now(): number;
}

/**
 * Calls the hooks of one run. A call is made once and never again, whatever comes of it (T31): no retry, but for asking
 * the runner the same again under the same key, which starts nothing twice.
 */
export function callHooks(
  run: Omit<RunToExecute, "onHolds">,
  world: { readonly runner: Runner; readonly web: Web; now(): number },
  audience: HookAudience,
): CalledHooks {
  const underWay = new Set<Promise<void>>();

  async function carryOut(call: HookCall & { readonly seq: number }): Promise<void> {
    const { hook: name, seq } = call;
    const report = (state: HookReport["state"], said: string) => audience.report({ run: run.runId, seq, state, said });
    try {
      const hooks = run.workflow.hooks ?? {};
      const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
      if (hook === undefined) throw new Error(`The workflow has no hook ${name}.`);
      const work: HookWork = { run, seq, name, message: messageOf(run, call), ...world };
      report("calling", "is under way");
      let end: HookEnd;
      if (hook.command) end = await runHookCommand(work, hook.command);
      else if (hook.webhook) end = await sendWebhook(work, hook.webhook);
      else {
        audience.notify(hookNotification(work, hook.notify ?? {}));
        end = { ok: true, said: "shown" };
      }
      report(end.ok ? "done" : "failed", end.said);
    } catch (error) {
      // R51: whatever a hook does is its own affair.
      report("failed", error instanceof Error ? error.message : String(error));
    }
  }

  return {
    call(call) {
      const calling = carryOut(call).finally(() => underWay.delete(calling));
      underWay.add(calling);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function messageOf(
  { runId, workflow, digest }: Omit<RunToExecute, "onHolds">,
  call: HookCall & { readonly seq: number },
): HookMessage {
  const { moment, at, artifacts, ...rest } = call.observation;
  return {
    format: "tickwork/hook@1",
    hook: call.hook,
    observed: moment,
    run: runId,
    workflow: { name: workflow.name, digest },
    seq: call.seq,
    at,
    ...rest,
    ...(artifacts && { artifacts: artifacts as unknown as Json }),
  };
}
