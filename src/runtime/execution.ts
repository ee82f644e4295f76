import { refuseAddress } from "../engine/addressing.ts";
import { memberAt } from "../engine/conditions.ts";
import { deepEqual } from "../engine/deepEqual.ts";
import type { Dispatch } from "../engine/effect.ts";
import { type Failure, failureNames } from "../engine/failure.ts";
import { instanceAt } from "../engine/instances.ts";
import { judgeResults } from "../engine/judge.ts";
import type { Plan } from "../engine/plan.ts";
import { digestOf, isReference } from "../engine/reference.ts";
import type { LoadText } from "../engine/resolve.ts";
import type { RunState } from "../engine/runState.ts";
import { changeStore } from "../engine/store.ts";
import type { StorePath, TickBody } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import type { Step } from "../workflow/workflow.ts";
import type { InboxEntry } from "./inbox.ts";
import { isIn } from "./isIn.ts";
import type { LookBack } from "./lookBack.ts";
import { judgeFailure } from "./retryVerdict.ts";
import type { Execution, Finish, World } from "./world.ts";

/** What an execution needs of the loop that carries it. */
export interface ExecutionHost {
  readonly runId: string;
  readonly plan: Plan;
  readonly world: World;
  readonly lookBack: LookBack;
  /** The JSON text of a large value of the run. */
  readonly loadText: LoadText;
  add(entry: InboxEntry): void;
  /** The state with everything reduced that was posted so far, committed or not. */
  newest(): RunState;
}

/** One execution as the loop holds it: what its executor may call, and how the loop ends it. */
export interface LiveExecution {
  readonly dispatch: Dispatch;
  readonly handle: Execution;
  /** What its executor is told later on: references in it are given ones. */
  tell<T>(value: T): T;
  /** From now on its calls do nothing; open promises settle. */
  end(): void;
}

/** The tick of an end, with the verdict over a failure evaluated at the tick's own time (R19, R21). */
export function finishedTick(host: Pick<ExecutionHost, "runId" | "plan">, dispatch: Dispatch, finish: Finish) {
  return (at: number): TickBody => {
    const { results, ...rest } = finish;
    const body = { kind: "execution-finished", execution: dispatch.execution, ...rest } as const;
    const step = host.plan.byId.get(dispatch.step)?.step;
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
  const scope = host.plan.byId.get(dispatch.step)?.scope ?? host.plan.root;
  const within = (state: RunState) => instanceAt(state, dispatch.within) ?? state;
  let over = false;
  const waiting = new Set<() => void>();
  /** What the executor was given beside its dispatch, newest state last. */
  const handed: unknown[] = [];

  /** A reference in what the executor says is one only where it is the very object that it was given. */
  function isGiven(reference: object): boolean {
    return isIn(reference, [dispatch, handed]);
  }

  function hand<T>(value: T): T {
    if (typeof value === "object" && handed.at(-1) !== value) handed.push(value);
    return value;
  }

  function post(body: TickBody | ((at: number) => TickBody), done?: () => void): void {
    const make = typeof body === "function" ? body : () => body;
    host.add({ body: make, isGiven, ...(done && { done }) });
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
    own: scope.workflow,
    finish(finish) {
      return new Promise((resolve) => {
        if (over) return;
        over = true;
        post(finishedTick(host, dispatch, finish), resolve);
      });
    },
    enter(input) {
      if (!over) post({ kind: "instance-started", execution, input });
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
    async send(event, address, index) {
      if (over) return undefined;
      const to = address === undefined ? undefined : pathIn(scope.path, address);
      const refused = to === undefined ? undefined : refuseAddress(host.plan, host.newest(), event, to);
      if (refused !== undefined) return refused;
      await durable({ kind: "event-added", event, ...(to !== undefined && { to }), from: { execution, index } });
      return undefined;
    },
    publish(event) {
      if (!over) post({ kind: "event-published", execution, event });
    },
    store: () => hand(within(host.newest()).store),
    async change(change) {
      for (;;) {
        if (over) return false;
        const { path, ifSeen } = change;
        const { store } = within(host.newest());
        const large = largeOnTheWay(store, path);
        if (large === undefined) {
          if (ifSeen && !deepEqual(valueAt(store, path), ifSeen.value)) return false;
          post({ kind: "store-changed", execution, ...withoutSeen(change) });
          return true;
        }
        const inside = JSON.parse(await host.loadText(digestOf(large.reference))) as Json;
        // What stands there now may be another value by now.
        if (largeOnTheWay(within(host.newest()).store, path)?.reference !== large.reference) continue;
        if (over) return false;
        const rest = path.slice(large.depth);
        if (ifSeen && !deepEqual(valueAt(inside, rest), ifSeen.value)) return false;
        const value = changeStore(inside, rest, change.delete ? undefined : change.value) ?? {};
        hand(inside);
        post({ kind: "store-changed", execution, path: path.slice(0, large.depth), value });
        return true;
      }
    },
    async largeIn(path) {
      const large = largeOnTheWay(within(host.newest()).store, path);
      if (large === undefined) return undefined;
      return { depth: large.depth, value: JSON.parse(await host.loadText(digestOf(large.reference))) as Json };
    },
    recordOnce: (key, value) => durable({ kind: "once-recorded", execution, key, value }),
    input: () => hand(within(host.newest()).input),
    lookBack: async (step) => hand(await host.lookBack(dispatch, pathIn(scope.path, step))),
    artifact: host.loadText,
    log(level, text) {
      if (over) return;
      try {
        host.world.logged?.(execution, level, text);
      } catch {
        // R51: whoever keeps the log never hurts the run.
      }
    },
    say(text) {
      if (over || text === "") return;
      try {
        host.world.said?.(execution, text);
      } catch {
        // As above.
      }
    },
  };

  return {
    dispatch,
    handle,
    tell: hand,
    end() {
      over = true;
      for (const settle of [...waiting]) settle();
    },
  };
}

/** The outermost large value that stands above `path`, and how many keys lead to it. */
function largeOnTheWay(store: Json, path: StorePath) {
  for (let depth = 0; depth < path.length; depth++) {
    const reference = memberAt(store, path.slice(0, depth));
    if (isReference(reference)) return { reference, depth };
  }
  return undefined;
}

function withoutSeen({ ifSeen: _, ...change }: Parameters<Execution["change"]>[0]) {
  return change;
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
