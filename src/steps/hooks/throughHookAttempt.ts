import type { AttemptState } from "../../protocol/runnerApi.ts";
import { backoffMs } from "../runner/backoff.ts";
import type { AttemptEnd } from "../runner/conductAttempt.ts";
import type { Asked } from "../runner/runner.ts";
import { unreachableBecause } from "../runner/runnerClient.ts";
import type { HookEnd, HookWork } from "./callHooks.ts";

/** How long a runner that does not answer is asked before the hook is given up, ms. */
const patienceMs = 30_000;
/** How long the end of what the runner began is waited for, ms: longer than it lets it take. */
const endPatienceMs = 90_000;

/**
 * Carries a hook out through the runner under a key of its own. Asking again with the same key starts nothing twice, so
 * that a runner that is away for a moment costs no call. What was begun goes on in the runner whatever becomes of us.
 */
export async function throughHookAttempt(
  { run, runner, now }: HookWork,
  key: string,
  start: () => Promise<Asked<AttemptState>>,
  ended: (end: AttemptEnd) => HookEnd,
): Promise<HookEnd> {
  const ask = async <T>(call: () => Promise<Asked<T>>): Promise<Asked<T>> => {
    const since = now();
    for (let tries = 0; ; tries++) {
      const answer = await call();
      if (unreachableBecause(answer) === undefined || now() - since > patienceMs) return answer;
      await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
    }
  };
  let answer = await ask(start);
  if (!answer.ok && "refusal" in answer && answer.refusal.code === "not-found") {
    const uploaded = await ask(() => runner.permissions(run.workflow, run.workflowId));
    answer = uploaded.ok ? await ask(start) : uploaded;
  }
  if (!answer.ok) return { ok: false, said: "unreachable" in answer ? answer.unreachable : answer.refusal.message };
  const state = await lastState(answer.value, runner, key);
  if (state?.state !== "exited" && state?.state !== "answered") return { ok: false, said: uncertain(state) };
  void runner.acknowledge(key);
  return ended(state);
}

async function lastState(
  first: AttemptState,
  runner: HookWork["runner"],
  key: string,
): Promise<AttemptState | undefined> {
  if (isLast(first)) return first;
  return new Promise((resolve) => {
    const end = (state: AttemptState | undefined) => {
      clearTimeout(timer);
      unwatch();
      resolve(state);
    };
    const timer = setTimeout(() => end(undefined), endPatienceMs);
    const unwatch = runner.watch(key, (news) => {
      if (news.kind === "state" && isLast(news.state)) end(news.state);
    });
  });
}

function isLast({ state }: AttemptState): boolean {
  return !["accepted", "waiting-for-workspace", "running", "calling"].includes(state);
}

function uncertain(state: AttemptState | undefined): string {
  return state !== undefined && "cause" in state ? state.cause : "nobody knows how it ended";
}
