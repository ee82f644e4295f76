import type { AbortReason, Dispatch } from "../engine/effect.ts";
import { outstandingExecutions } from "../engine/outstanding.ts";
import type { InstanceEnd } from "../engine/runState.ts";
import type { ExecutionId } from "../engine/tick.ts";
import type { Alarms } from "./alarms.ts";
import { type ExecutionHost, LiveExecution } from "./execution.ts";
import { executionLimitMs, timeoutFailure } from "./executionLimit.ts";
import { quietly } from "./quietly.ts";

/** The executions that executors hold for this loop, each with its guard (R43). */
export interface LiveExecutions {
  start(dispatch: Dispatch): void;
  /** Before its dispatch is durable: its log waits for `dispatched`, or for its end. */
  startAhead(dispatch: Dispatch): void;
  /** The dispatch of one that began ahead is durable. */
  dispatched(id: ExecutionId): void;
  attach(dispatch: Dispatch, key: string | undefined, owner: string | undefined): void;
  /** At once, whatever it says afterwards. */
  abort(id: ExecutionId, reason: AbortReason): void;
  /** The workflow that it entered has ended (R79). */
  instanceEnded(id: ExecutionId, end: InstanceEnd): void;
  /** Its end is durable. */
  forget(id: ExecutionId): void;
  /** The loop ends: what the tab itself carries out stops, what others execute goes on. */
  abandon(): void;
}

export function createLiveExecutions(host: ExecutionHost, alarms: Alarms): LiveExecutions {
  const { world, plan } = host;
  const live = new Map<ExecutionId, LiveExecution>();
  /** Those with an alarm. */
  const guarded = new Set<ExecutionId>();

  function begin(dispatch: Dispatch, call: (execution: LiveExecution) => void, ahead = false): void {
    const execution = new LiveExecution(host, dispatch, ahead);
    live.set(dispatch.execution, execution);
    guard(dispatch, execution);
    try {
      call(execution);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      execution.handle.finish({ results: [{ kind: "fail", failure: { name: "ExecutorError", message } }] });
    }
  }

  function guard(dispatch: Dispatch, execution: LiveExecution): void {
    const limit = executionLimitMs(plan, dispatch);
    if (limit === undefined) return;
    guarded.add(dispatch.execution);
    // A workflow that was entered before goes on: its time began then.
    alarms.set(`execution ${dispatch.execution}`, (dispatch.hosts?.since ?? world.now()) + limit, () => {
      execution.handle.finish({ results: [{ kind: "fail", failure: timeoutFailure(limit) }] });
      quietly(() => world.executors.abort(dispatch.execution, "timed-out"));
    });
  }

  /** What it began with is durable, and now its end, or that it was aborted. */
  function forget(id: ExecutionId): void {
    live.get(id)?.releaseLog();
    drop(id);
  }

  function drop(id: ExecutionId): void {
    if (guarded.delete(id)) alarms.set(`execution ${id}`, null);
    live.get(id)?.end();
    live.delete(id);
  }

  return {
    start: (dispatch) => begin(dispatch, ({ handle }) => world.executors.start(dispatch, handle)),
    startAhead: (dispatch) => begin(dispatch, ({ handle }) => world.executors.start(dispatch, handle), true),
    dispatched: (id) => live.get(id)?.releaseLog(),
    attach: (dispatch, key, owner) =>
      begin(dispatch, ({ handle }) => world.executors.attach(dispatch, key, handle, owner)),
    abort(id, reason) {
      if (live.has(id)) {
        forget(id);
        quietly(() => world.executors.abort(id, reason));
      }
      if (reason !== "cancelled") return;
      // T37: what a cancel aborts at once is journaled as cancelled, where the reducer still counts it as running.
      host.add({
        body: (_, state) =>
          outstandingExecutions(state).includes(id)
            ? { kind: "execution-finished", execution: id, results: [{ kind: "cancelled" }] }
            : undefined,
      });
    },
    instanceEnded(id, end) {
      const execution = live.get(id);
      if (execution) quietly(() => world.executors.instanceEnded?.(id, execution.tell(end)));
    },
    forget,
    abandon() {
      for (const id of [...live.keys()]) {
        drop(id);
        quietly(() => world.executors.abort(id, "superseded"));
      }
    },
  };
}
