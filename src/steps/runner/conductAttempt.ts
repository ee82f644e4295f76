import type { AbortReason } from "../../engine/effect.ts";
import { type Failure, failureNames } from "../../engine/failure.ts";
import { type AttemptState, attemptKey, type RunnerRefusal } from "../../protocol/runnerApi.ts";
import type { Finish } from "../../runtime/world.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import type { StepKind } from "../../workflow/workflow.ts";
import type { Executor, Running, Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";
import { backoffMs } from "./backoff.ts";
import type { Asked, AttemptNews, Runner } from "./runner.ts";
import { unreachableBecause } from "./runnerClient.ts";

/** What the runner says at the end of an attempt that was carried out. */
export type AttemptEnd = Extract<AttemptState, { state: "exited" | "answered" }>;

/** What one kind asks of the runner, and what the end of it means for its step. */
export interface Conduct<K extends StepKind, Request> {
  /** Throws a `StepFailure`, before anybody outside was asked. */
  request(work: Work<K>): Promise<Request>;
  /** Idempotent by its key. */
  start(runner: Runner, key: string, request: Request): Promise<Asked<AttemptState>>;
  finished(work: Work<K>, end: AttemptEnd): Promise<Finish>;
}

/**
 * Carries an execution out through the runner (T17, T18).
 *
 * 1. The intent is durable before the runner is asked to start; asking again with the same key starts nothing twice.
 * 2. While the runner does not answer, nothing is finished: the execution shows a hold and is asked about again.
 * 3. It ends as what the runner says happened, or as lost; never as something that was only assumed.
 */
export function throughRunner<K extends StepKind, Request>(how: Conduct<K, Request>): Required<Executor<K>> {
  return {
    begin: (work) => conduct(how, work, (attempt) => attempt.begin()),
    attach: (work, key, owner) => conduct(how, work, (attempt) => attempt.attach(key, owner)),
  };
}

/** How long a cancel waits for a runner that does not answer before the attempt is uncertain (T25), ms. */
const cancelPatienceMs = 15_000;
/** How often an aborted attempt is told to stop when the runner does not answer. */
const abortTries = 8;

/** The execution ended, or was aborted, while something was waited for. */
class Over extends Error {}

interface Attempt {
  begin(): Promise<void>;
  attach(key: string | undefined, owner: string | undefined): Promise<void>;
}

function conduct<K extends StepKind, Request>(
  how: Conduct<K, Request>,
  work: Work<K>,
  act: (attempt: Attempt) => Promise<void>,
): Running {
  const { dispatch, execution, around } = work;
  const { runner } = around;
  let key = attemptKey(around.runId, dispatch.step, dispatch.execution);
  let over = false;
  let stopping = false;
  /** The runner may know the key. */
  let asked = false;
  /** Its completion is here and becomes results. */
  let exited = false;
  let unwatch: (() => void) | undefined;
  let wake: (() => void) | undefined;
  let unreachableSince: number | undefined;

  const end = () => {
    over = true;
    unwatch?.();
    wake?.();
  };
  const lose = (loss: { readonly never: true } | { readonly cause: string }) => {
    if (over) return;
    end();
    execution.lost(loss);
  };
  const finish = (finished: Finish): Promise<void> => {
    if (over) return Promise.resolve();
    end();
    return execution.finish(finished);
  };
  const cancelled: Finish = { results: [{ kind: "cancelled" }] };
  const fail = (failure: Failure, more: { readonly denied?: true } = {}) =>
    finish({ results: [{ kind: "fail", failure, ...more }] });

  const unreachable = (since: number, nextTryAt: number) => {
    // A clock that was set back begins the waiting anew: it must not make it endless.
    unreachableSince = Math.min(unreachableSince ?? since, around.now());
    around.hold(dispatch.execution, {
      kind: "runner-unreachable",
      execution: dispatch.execution,
      since: unreachableSince,
      nextTryAt,
    });
  };
  const reached = () => {
    unreachableSince = undefined;
    around.hold(dispatch.execution, null);
  };

  /** Asks until there is an answer; throws `Over` when nobody wants it any more. */
  const ask = async <T>(call: () => Promise<Asked<T>>): Promise<Exclude<Asked<T>, { unreachable: string }>> => {
    for (let tries = 0; ; tries++) {
      const answer = await call();
      if (over) throw new Over();
      if (unreachableBecause(answer) === undefined) {
        reached();
        return answer as Exclude<Asked<T>, { unreachable: string }>;
      }
      const waitMs = backoffMs(tries);
      unreachable(around.now(), around.now() + waitMs);
      if (stopping && !asked) {
        await finish(cancelled);
        throw new Over();
      }
      if (stopping && around.now() - (unreachableSince ?? 0) > cancelPatienceMs) {
        lose({ cause: "It was cancelled, but the runner does not answer, so nobody knows whether it stopped." });
        // A runner that comes back soon hears of the cancel all the same.
        void stopOutside(runner, key);
        throw new Over();
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (over) throw new Over();
    }
  };

  /** What a state of the attempt means; the last word of the runner ends the execution. */
  const hear = async (state: AttemptState): Promise<void> => {
    if (over) return;
    switch (state.state) {
      case "accepted":
      case "running":
      case "calling":
        around.hold(dispatch.execution, null);
        return;
      case "waiting-for-workspace":
        around.hold(dispatch.execution, {
          kind: "workspace",
          execution: dispatch.execution,
          ...(state.heldBy !== undefined && { heldBy: state.heldBy }),
        });
        return;
      case "exited":
      case "answered": {
        if (exited) return;
        exited = true;
        await finish(await how.finished(work, state));
        // Forgetting it there is housekeeping: the runner also forgets by itself.
        await runner.acknowledge(key);
        return;
      }
      case "cleanup-uncertain":
        return lose({ cause: `What it started could not be ended: ${state.cause}` });
      case "lost":
        return lose({ cause: state.cause });
      case "sealed":
        return stopping ? void (await finish(cancelled)) : lose({ never: true });
      case "unknown":
        return lose({ cause: "The runner does not know this attempt any more." });
      default:
        assertNever(state);
    }
  };

  const follow = (state: AttemptState) => {
    void guarded(() => hear(state));
    if (over || isTerminal(state)) return;
    unwatch = runner.watch(key, (news: AttemptNews) => {
      if (over) return;
      if (news.kind === "unreachable") return unreachable(news.since, news.nextTryAt);
      reached();
      if (news.kind === "state") void guarded(() => hear(news.state));
      else lose({ cause: news.refusal.message });
    });
    if (stopping) void cancel();
  };

  const cancel = () =>
    guarded(async () => {
      const answer = await ask(() => runner.cancel(key));
      if (answer.ok) await hear(answer.value);
    });

  const refused = async ({ code, message }: RunnerRefusal): Promise<void> => {
    switch (code) {
      case "not-approved":
      case "denied":
        return fail({ name: failureNames.denied, message }, { denied: true });
      case "stale-epoch":
        // Another owner drives this run now; whatever is said here is not journaled any more.
        return lose({ cause: message });
      default:
        return fail({ name: "RunnerError", message, data: { code } });
    }
  };

  const start = async (request: Request): Promise<void> => {
    asked = true;
    const seal = () => runner.seal(key);
    let answer = await ask(() => (stopping ? seal() : how.start(runner, key, request)));
    if (!answer.ok && answer.refusal.code === "not-found") {
      const uploaded = await ask(() => runner.permissions(execution.workflow));
      answer = uploaded.ok ? await ask(() => (stopping ? seal() : how.start(runner, key, request))) : uploaded;
    }
    if (answer.ok) follow(answer.value);
    else await refused(answer.refusal);
  };

  const guarded = async (part: () => Promise<void>): Promise<void> => {
    try {
      await part();
    } catch (error) {
      if (error instanceof Over || over) return;
      const failure =
        error instanceof StepFailure
          ? error.failure
          : { name: "ExecutorError", message: error instanceof Error ? error.message : String(error) };
      await fail(failure);
    }
  };

  /** A live connection has said it already. */
  const whoIsThere = async () => {
    const { status } = runner;
    return status.kind === "connected" ? ({ ok: true, value: status.health } as const) : ask(() => runner.health());
  };

  const attempt: Attempt = {
    begin: async () => {
      const request = await how.request(work);
      if (over) return;
      const health = await whoIsThere();
      if (stopping) return finish(cancelled);
      if (!health.ok) return refused(health.refusal);
      await execution.intend(ownerName(health.value), key);
      await start(request);
    },
    attach: async (known, owner) => {
      // Without a durable intent nobody was asked.
      if (known === undefined) return lose({ never: true });
      key = known;
      asked = true;
      const health = await ask(() => runner.health());
      if (health.ok && owner !== undefined && runnerIn(owner) !== health.value.runner) {
        return lose({ cause: "It was started by another runner than the one that answers here." });
      }
      let answer = await ask(() => runner.read(key));
      if (answer.ok && answer.value.state === "unknown") answer = await ask(() => runner.seal(key));
      if (answer.ok) follow(answer.value);
      else lose({ cause: answer.refusal.message });
    },
  };
  void guarded(() => act(attempt));

  return {
    abort: (reason: AbortReason) => {
      if (over) return;
      end();
      if (reason !== "superseded" && asked) void stopOutside(runner, key);
    },
    stop: () => {
      if (over || stopping) return;
      stopping = true;
      wake?.();
      if (unwatch) void cancel();
    },
    treatAsLost: () => lose({ cause: "The runner did not answer, and a person gave up waiting for it." }),
  };
}

/** Tells the runner to stop what nobody waits for any more; a start that is still on its way is sealed. */
async function stopOutside(runner: Runner, key: string): Promise<void> {
  for (let tries = 0; tries < abortTries; tries++) {
    const sealed = await runner.seal(key);
    const answer = sealed.ok && !isTerminal(sealed.value) ? await runner.cancel(key) : sealed;
    if (unreachableBecause(answer) === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, backoffMs(tries)));
  }
}

function isTerminal({ state }: AttemptState): boolean {
  return state === "exited" || state === "answered" || state === "lost" || state === "sealed" || state === "unknown";
}

/** The owner of an external execution: the runner and its boot (T17). */
function ownerName({ runner, boot }: { readonly runner: string; readonly boot: string }): string {
  return `${runner}/${boot}`;
}

function runnerIn(owner: string): string {
  return owner.split("/")[0] ?? owner;
}
