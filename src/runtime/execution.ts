import { refuseAddress } from "../engine/addressing.ts";
import { deepEqual } from "../engine/deepEqual.ts";
import type { Dispatch } from "../engine/effect.ts";
import { type Failure, failureNames } from "../engine/failure.ts";
import { judgeResults } from "../engine/judge.ts";
import type { Plan } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import type { StorePath, TickBody } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { Step } from "../workflow/workflow.ts";
import type { InboxEntry } from "./inbox.ts";
import type { LookBack } from "./lookBack.ts";
import { judgeFailure } from "./retryVerdict.ts";
import type { Execution, Finish, World } from "./world.ts";

/** What an execution needs of the loop that carries it. */
export interface ExecutionHost {
  readonly runId: string;
  readonly plan: Plan;
  readonly world: World;
  readonly lookBack: LookBack;
  add(entry: InboxEntry): void;
  /** The state with everything reduced that was posted so far, committed or not. */
  newest(): RunState;
}

/** One execution as the loop holds it: what its executor may call, and how the loop ends it. */
export interface LiveExecution {
  readonly dispatch: Dispatch;
  readonly handle: Execution;
  /** From now on its calls do nothing; open promises settle. */
  end(): void;
}

/** The tick of an end, with the verdict over a failure evaluated at the tick's own time (R19, R21). */
export function finishedTick(host: Pick<ExecutionHost, "runId" | "plan">, dispatch: Dispatch, finish: Finish) {
  return (at: number): TickBody => {
    const { results, ...rest } = finish;
    const body = { kind: "execution-finished", execution: dispatch.execution, ...rest } as const;
    const step = host.plan.workflow.steps[dispatch.step];
    // A failure may follow from what is there without a word: a bad exit, a value that is no event.
    const judgement = step && judgeResults(step, results);
    if (judgement?.kind !== "failure") return { ...body, results };
    if (isCorrected(step, dispatch, judgement.failure)) {
      return { ...body, results, retry: { retryAfterMs: 0, correction: true } };
    }
    if (!judgement.mayRetry) return { ...body, results, retry: null };
    const { verdict, failure } = judgeFailure(step?.retry, {
      runId: host.runId,
      step: dispatch.step,
      item: dispatch.item,
      attempt: dispatch.attempt,
      failures: dispatch.failures,
      firstAttemptAt: dispatch.firstAttemptAt,
      failedAt: at,
      failure: judgement.failure,
      denied: judgement.denied,
      ...(judgement.did.exit !== undefined && { exit: judgement.did.exit }),
    });
    if (failure === judgement.failure) return { ...body, results, retry: verdict };
    const others = results.filter((result) => result.kind !== "fail");
    return { ...body, results: [...others, { kind: "fail", failure }], retry: verdict };
  };
}

const maxCorrections = 2;

/** An agent is told what is wrong with its answer, at most twice; that is no failure yet (T15, T39). */
function isCorrected(step: Step | undefined, { corrections }: Dispatch, { name }: Failure): boolean {
  return step?.kind === "agent" && name === failureNames.output && corrections < maxCorrections;
}

export function createExecution(host: ExecutionHost, dispatch: Dispatch): LiveExecution {
  const { execution } = dispatch;
  let over = false;
  const waiting = new Set<() => void>();

  function post(body: TickBody | ((at: number) => TickBody), done?: () => void): void {
    const make = typeof body === "function" ? body : () => body;
    host.add({ body: make, ...(done && { done }) });
  }

  /** Resolves when the tick is durable, or the execution is over: nobody waits for what cannot come. */
  function durable(body: TickBody): Promise<void> {
    if (over) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        waiting.delete(settle);
        resolve();
      };
      waiting.add(settle);
      post(body, settle);
    });
  }

  const handle: Execution = {
    runId: host.runId,
    workflow: host.plan.workflow,
    finish(finish) {
      return new Promise((resolve) => {
        if (over) return;
        over = true;
        post(finishedTick(host, dispatch, finish), resolve);
      });
    },
    lost(loss) {
      if (over) return;
      over = true;
      post({ kind: "execution-lost", execution, ...loss });
    },
    async intend(owner, key) {
      await durable({ kind: "execution-started", execution, owner, key });
      if (over) throw new Error(`Execution ${execution} was stopped before it began.`);
    },
    async send(event, to, index) {
      if (over) return undefined;
      const refused = to === undefined ? undefined : refuseAddress(host.plan, host.newest(), event, to);
      if (refused !== undefined) return refused;
      await durable({ kind: "event-added", event, ...(to !== undefined && { to }), from: { execution, index } });
      return undefined;
    },
    publish(event) {
      if (!over) post({ kind: "event-published", execution, event });
    },
    store: () => host.newest().store,
    change({ path, ifSeen, ...change }) {
      if (over) return false;
      if (ifSeen && !deepEqual(valueAt(host.newest().store, path), ifSeen.value)) return false;
      post({ kind: "store-changed", execution, path, ...change });
      return true;
    },
    recordOnce: (key, value) => durable({ kind: "once-recorded", execution, key, value }),
    input: () => host.newest().input,
    lookBack: (step) => host.lookBack(dispatch, step),
    log(level, text) {
      if (over) return;
      try {
        host.world.logged?.(execution, level, text);
      } catch {
        // R51: whoever keeps the log never hurts the run.
      }
    },
  };

  return {
    dispatch,
    handle,
    end() {
      over = true;
      for (const settle of [...waiting]) settle();
    },
  };
}

/** `undefined` where the store has nothing at the path. */
function valueAt(store: Json, path: StorePath): Json | undefined {
  let value: Json | undefined = store;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string | number, Json>>)[key];
  }
  return value;
}
