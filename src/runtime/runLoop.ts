import { dueDeadlines, nextDeadline } from "../engine/deadlines.ts";
import type { AbortReason, Dispatch, Effect } from "../engine/effect.ts";
import type { Notice } from "../engine/notice.ts";
import { outstandingExecutions } from "../engine/outstanding.ts";
import type { Plan } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import type { RunState } from "../engine/runState.ts";
import type { ExecutionId, Tick, TickBody } from "../engine/tick.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { createAlarms } from "./alarms.ts";
import { createExecution, type ExecutionHost, finishedTick, type LiveExecution } from "./execution.ts";
import { executionLimitMs, timeoutFailure } from "./executionLimit.ts";
import { Inbox, type InboxEntry } from "./inbox.ts";
import { createTrails } from "./lookBack.ts";
import { createSnapshotPace } from "./snapshotPace.ts";
import type { AppendResult, RunLoop, StorageFailure, World } from "./world.ts";

export interface RunLoopOptions {
  readonly runId: string;
  readonly plan: Plan;
  /** The state that the journal folds to. */
  readonly state: RunState;
  /** Sequence number of the journal's last tick; 0 for a new run. */
  readonly seq: number;
  /** Its time, epoch ms. */
  readonly at?: number;
  /** Ticks of the journal after its last snapshot. */
  readonly sinceSnapshot?: number;
  readonly world: World;
}

/** The loop yields to the inbox at least this often, ms by the world's clock (R45). */
const turnMs = 8;
/** Bounds a group where the clock stands still while a tick is handled. */
const groupTicks = 1_000;
const firstRetryMs = 250;
const longestRetryMs = 30_000;

/** Ticks that were reduced together and become durable together. */
interface Group {
  readonly ticks: Tick[];
  readonly notices: Notice[];
  readonly effects: Exclude<Effect, { kind: "notice" }>[];
  readonly requests: string[];
  readonly done: (() => void)[];
  /** Begun and ended within this group: no executor ever hears of them. */
  readonly ended: Set<ExecutionId>;
  state: RunState;
}

/**
 * Makes one run happen. It takes what is ready, reduces it, commits it as one group, and only then acts.
 *
 * Invariants:
 * 1. One inbox. Whatever happens to the run is an entry of it, and entries become ticks in the order of arrival.
 * 2. `seq` has no gaps and `at` never goes back, within a process and over all of them.
 * 3. At most one append is under way. `state` and `seq` are those of the last group that is durable.
 * 4. No effect and no notice of a group before its append held (R80). A group whose append failed stays as it is and
 *    is appended again; what arrives meanwhile waits behind it. `fenced` ends the loop: another owner has the run.
 * 5. Watchers hear of a group before its executors begin (R10), and effects are carried out in the order caused.
 * 6. An execution is live from its `start` or `attach` until its end is durable or it is aborted. Every way in which
 *    it ends, its guard included (R43), goes through the inbox.
 * 7. Nothing that a watcher or an executor throws leaves the loop (R51). What the reducer throws is a bug of ours:
 *    the loop stops, loudly, with the journal as it was.
 */
export function createRunLoop(options: RunLoopOptions): RunLoop {
  const { runId, plan, world } = options;
  const inbox = new Inbox();
  const alarms = createAlarms(world);
  const trails = createTrails(world.journal, plan.workflow);
  const pace = createSnapshotPace(options.sinceSnapshot ?? 0);
  const live = new Map<ExecutionId, LiveExecution>();
  /** Executions whose end was foretold and waits in the inbox. */
  const foretold = new Set<ExecutionId>();
  const idleWatchers: (() => void)[] = [];

  let { state, seq } = options;
  let at = options.at ?? 0;
  let newestSeq = seq;
  /** Reduced, not yet handed to the journal. */
  let open: Group | undefined;
  let committing: Group | undefined;
  let failure: StorageFailure | undefined;
  let scheduled = false;
  let yieldedAt = world.now();
  let closed = false;

  const host: ExecutionHost = {
    runId,
    plan,
    world,
    lookBack: trails.lookBack,
    add,
    newest() {
      stage(false);
      return newest();
    },
  };

  function newest(): RunState {
    return open?.state ?? committing?.state ?? state;
  }

  function add(entry: InboxEntry): void {
    if (closed) return;
    inbox.add(entry);
    schedule();
  }

  function schedule(): void {
    if (scheduled || closed || committing) return;
    scheduled = true;
    if (world.now() - yieldedAt < turnMs) Promise.resolve().then(turn);
    else
      world.defer(() => {
        yieldedAt = world.now();
        turn();
      });
  }

  function turn(): void {
    scheduled = false;
    if (closed || committing) return;
    stage(true);
    if (open) void commit(open);
    else tellIfSettled();
  }

  /** Reduces what is in the inbox into the open group: all of it, or for about one turn (R45). */
  function stage(bounded: boolean): void {
    const begin = world.now();
    while (!closed && !inbox.empty) {
      if (bounded && open && (world.now() - begin >= turnMs || open.ticks.length >= groupTicks)) return;
      const entry = inbox.take();
      if (entry) take(entry);
    }
  }

  function take(entry: InboxEntry): void {
    const { request, done, repeat } = entry;
    let last: number | null = null;
    try {
      do {
        at = Math.max(at, world.now());
        const body = entry.body(at, newest());
        if (!body) break;
        last = reduceOne({ ...body, seq: newestSeq + 1, at });
      } while (repeat);
    } catch (error) {
      const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      stop({ kind: "other", message: `This run met a mistake in Tickwork after its tick ${newestSeq}: ${message}` });
      return;
    }
    if (last === null) {
      if (request !== undefined) quietly(() => world.answered?.(request));
      done?.(null);
      return;
    }
    if (request !== undefined) open?.requests.push(request);
    if (done) open?.done.push(() => done(last));
  }

  function reduceOne(tick: Tick): number {
    const before = newest();
    const reduction = reduce(plan, before, tick);
    open ??= { ticks: [], notices: [], effects: [], requests: [], done: [], ended: new Set(), state: before };
    newestSeq = tick.seq;
    open.ticks.push(tick);
    open.state = reduction.state;
    for (const effect of reduction.effects) collect(open, effect);
    return tick.seq;
  }

  function collect(group: Group, effect: Effect): void {
    if (effect.kind === "notice") {
      group.notices.push(effect.notice);
      return;
    }
    if (effect.kind === "abort") {
      foretold.delete(effect.execution);
      group.ended.add(effect.execution);
    }
    if (effect.kind === "start" && foretell(effect.dispatch)) return;
    group.effects.push(effect);
  }

  function foretell(dispatch: Dispatch): boolean {
    const finish = world.executors.foretell?.(dispatch);
    if (!finish) return false;
    const { execution } = dispatch;
    foretold.add(execution);
    const tick = finishedTick(host, dispatch, finish);
    inbox.add({ body: (time) => (foretold.delete(execution) ? tick(time) : undefined) });
    return true;
  }

  async function commit(group: Group): Promise<void> {
    open = undefined;
    committing = group;
    const snapshot = pace.take(group.ticks, group.state);
    for (let attempt = 0; ; attempt++) {
      const result = await append(group, snapshot);
      if (closed) return;
      if (result.ok) break;
      if (result.failure.kind === "fenced") return stop(result.failure);
      failure = result.failure;
      quietly(() => world.stalled(result.failure));
      tellIfSettled();
      await new Promise<void>((resolve) => {
        alarms.set("commit", world.now() + Math.min(firstRetryMs * 2 ** attempt, longestRetryMs), resolve);
      });
      if (closed) return;
    }
    if (failure) quietly(() => world.stalled(null));
    failure = undefined;
    state = group.state;
    seq = group.ticks.at(-1)?.seq ?? seq;
    committing = undefined;
    act(group);
    if (closed) return;
    if (open || !inbox.empty) schedule();
    else tellIfSettled();
  }

  async function append(group: Group, snapshot: ReturnType<typeof pace.take>): Promise<AppendResult> {
    try {
      return await world.journal.append({
        ticks: group.ticks,
        // Lesson 8: before anybody outside is asked, the intent must survive a power cut.
        durability: group.ticks.some(isIntent) ? "strict" : "relaxed",
        ...(snapshot !== undefined && { snapshot }),
        ...(group.requests.length > 0 && { requests: group.requests }),
        state: group.state,
      });
    } catch (error) {
      return { ok: false, failure: { kind: "other", message: error instanceof Error ? error.message : String(error) } };
    }
  }

  /** Invariants 4 and 5: the group is durable. */
  function act(group: Group): void {
    trails.keep(group.ticks);
    for (const tick of group.ticks) {
      if (tick.kind === "execution-finished" || tick.kind === "execution-lost") forget(tick.execution);
    }
    quietly(() => world.committed({ ticks: group.ticks, notices: group.notices, state: group.state }));
    let armed = false;
    for (const effect of group.effects) {
      if (closed) return;
      switch (effect.kind) {
        case "start":
          if (group.ended.has(effect.dispatch.execution)) break;
          begin(effect.dispatch, (execution) => world.executors.start(effect.dispatch, execution.handle));
          break;
        case "attach":
          if (group.ended.has(effect.dispatch.execution)) break;
          begin(effect.dispatch, (execution) => world.executors.attach(effect.dispatch, effect.key, execution.handle));
          break;
        case "abort":
          abort(effect.execution, effect.reason);
          break;
        case "stop":
          quietly(() => world.executors.stop(effect.execution));
          break;
        case "alarm":
          armed = true;
          armDeadline(effect.at);
          break;
        case "acknowledge-cancel":
          add({ body: () => ({ kind: "cancel-acknowledged", request: effect.request }) });
          break;
        default:
          assertNever(effect);
      }
    }
    // R48: after a load no effect armed what the state holds.
    if (!armed && group.ticks.some((tick) => tick.kind === "session-started")) armDeadline(nextDeadline(state));
    for (const done of group.done) done();
  }

  function armDeadline(due: number | null): void {
    alarms.set("deadline", due, () => add(dueEntry()));
  }

  /** The deadlines that are due when its turn comes, each only while the ones before it left it in the state. */
  function dueEntry(): InboxEntry {
    let before: string | undefined;
    return {
      repeat: true,
      body(time, current) {
        const [due] = dueDeadlines(current, time);
        if (!due) {
          // The alarm was for a deadline that moved: arm again for what is there now.
          if (before === undefined) armDeadline(nextDeadline(current));
          return undefined;
        }
        const name = JSON.stringify(due);
        if (name === before) throw new Error(`The deadline ${name} stayed due after its tick.`);
        before = name;
        if (due.kind === "wake-up") return { kind: "wake-up", item: due.item };
        if (due.kind === "run") return { kind: "run-timed-out" };
        return { kind: "waiter-timed-out", step: due.step, waiter: due.waiter, generation: due.generation };
      },
    };
  }

  function begin(dispatch: Dispatch, start: (execution: LiveExecution) => void): void {
    const execution = createExecution(host, dispatch);
    live.set(dispatch.execution, execution);
    const limit = executionLimitMs(plan.workflow, dispatch);
    if (limit !== undefined) {
      alarms.set(`execution ${dispatch.execution}`, world.now() + limit, () => {
        execution.handle.finish({ results: [{ kind: "fail", failure: timeoutFailure(limit) }] });
        quietly(() => world.executors.abort(dispatch.execution, "timed-out"));
      });
    }
    try {
      start(execution);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      execution.handle.finish({ results: [{ kind: "fail", failure: { name: "ExecutorError", message } }] });
    }
  }

  function abort(id: ExecutionId, reason: AbortReason): void {
    if (live.has(id)) {
      forget(id);
      quietly(() => world.executors.abort(id, reason));
    }
    if (reason !== "cancelled") return;
    // T37: what a cancel aborts at once is journaled as cancelled, where the reducer still counts it as running.
    add({
      body: (_, current) =>
        outstandingExecutions(current).includes(id)
          ? { kind: "execution-finished", execution: id, results: [{ kind: "cancelled" }] }
          : undefined,
    });
  }

  function forget(id: ExecutionId): void {
    alarms.set(`execution ${id}`, null);
    live.get(id)?.end();
    live.delete(id);
  }

  /** Ends the loop; in-tab work of the run is aborted, what others execute goes on. */
  function stop(why: StorageFailure | undefined): void {
    if (closed) return;
    closed = true;
    alarms.clearAll();
    for (const id of [...live.keys()]) {
      forget(id);
      quietly(() => world.executors.abort(id, "superseded"));
    }
    if (why) quietly(() => world.stalled(why));
    tellIfSettled();
  }

  function tellIfSettled(): void {
    if (!isSettled()) return;
    for (const tell of idleWatchers.splice(0)) tell();
  }

  function isSettled(): boolean {
    return closed || failure !== undefined || (inbox.empty && !open && !committing && !scheduled);
  }

  return {
    post(body, request) {
      add({
        body: (_, current) => (needsNoTick(current, body) ? undefined : body),
        ...(request !== undefined && { request }),
      });
    },
    get state() {
      return state;
    },
    get seq() {
      return seq;
    },
    settled() {
      if (isSettled()) return Promise.resolve();
      return new Promise((resolve) => idleWatchers.push(resolve));
    },
    close() {
      stop(undefined);
    },
  };
}

/** T36: a second cancel of the run, or one after the end, changes nothing; the first one's id stands (T23). */
function needsNoTick(state: RunState, body: TickBody): boolean {
  if (body.kind !== "cancel-requested" || body.execution !== undefined) return false;
  return state.cancel !== null || state.lifecycle === "completed";
}

function isIntent(tick: Tick): boolean {
  return tick.kind === "execution-started" || tick.kind === "hook-observed";
}

function quietly(call: () => void): void {
  try {
    call();
  } catch {
    // R51: whoever watches or executes never hurts the run.
  }
}
