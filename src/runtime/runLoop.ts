import { cleanUpLeft } from "../engine/cleaningUp.ts";
import { nextDeadline } from "../engine/deadlines.ts";
import type { Plan } from "../engine/plan.ts";
import { beginsSession } from "../engine/reduce.ts";
import type { RunState } from "../engine/runState.ts";
import type { Tick, TickBody } from "../engine/tick.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { createAlarms } from "./alarms.ts";
import { createCommits } from "./commits.ts";
import { createDeadlineAlarm } from "./deadlineAlarm.ts";
import type { ExecutionHost } from "./execution.ts";
import { finishedTick } from "./finishedTick.ts";
import { createGroups, type Group, turnMs } from "./groups.ts";
import type { InboxEntry } from "./inbox.ts";
import { createLiveExecutions } from "./liveExecutions.ts";
import { createTrails } from "./lookBack.ts";
import { createHookObserver } from "./observeHooks.ts";
import { quietly } from "./quietly.ts";
import { createValues } from "./values.ts";
import type { RunLoop, StorageFailure, World } from "./world.ts";

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

const soon = Promise.resolve();
/** Ticks of a group, where the clock stands still while they are handled. */
const groupTicks = 1_000;
/**
 * Ticks that are reduced ahead of a commit: about as many as keep the processor busy while a commit takes its time. With
 * many executions at once it is so many of each, since a larger commit costs less for each of its ticks.
 */
const aheadTicks = 128;
const aheadOfEach = 8;
/** After so many of them the loop looks whether the commit holds. */
const aheadGlance = 8;

/**
 * Makes one run happen. It takes what is ready, reduces it, commits it as one group, and only then does what anybody
 * outside can see. While a commit is under way it reduces what comes next, so that the next group is ready when the
 * commit holds.
 *
 * Invariants:
 * 1. One inbox. Whatever happens to the run is an entry of it, and entries become ticks in the order of arrival.
 * 2. `seq` has no gaps and `at` never goes back, within a process and over all of them.
 * 3. At most one append is under way. `state` and `seq` are those of the last group that is durable.
 * 4. No effect and no notice of a group before its append held (R80), with the exception of 5. A group whose append
 *    failed stays as it is and is appended again; what arrives meanwhile waits behind it, and nothing begins. `fenced`
 *    ends the loop: another owner has the run.
 * 5. An execution of a kind that nobody sees begin (`StepPlan.unseen`) begins ahead of the commit of its dispatch. What
 *    it says stays in this process until then: its ticks come later in the journal than its dispatch, its log is held
 *    back. So a crash that takes the dispatch takes all of it, and it is dispatched as if for the first time. Not
 *    before this loop's first commit, which counts the session: what ends its tab each time must be counted (R77).
 * 6. Watchers hear of a group before its other executors begin (R10), and effects are carried out in the order caused.
 *    Hooks are called in between; the ticks that say so are in the group (T31).
 * 7. An execution is live from its `start` or `attach` until its end is durable or it is aborted. Every way in which
 *    it ends, its guard included (R43), goes through the inbox.
 * 8. Nothing that a watcher or an executor throws leaves the loop (R51). What the engine throws is a bug of ours:
 *    the loop stops, loudly, with the journal as it was.
 */
export function createRunLoop(options: RunLoopOptions): RunLoop {
  const { runId, plan, world } = options;
  const alarms = createAlarms(world);
  const trails = createTrails({ read: async (seq) => uncommitted(seq) ?? world.journal.read(seq) }, plan.workflow);
  const values = createValues(world.journal);
  const settledWatchers: (() => void)[] = [];

  let { state, seq } = options;
  let scheduled = false;
  let closed = false;
  /** When messages had their turn last, as far as the loop knows (R45). */
  let yieldedAt = world.now();
  /** Ticks of the open group at that time. */
  let aheadAtYield = 0;

  const observer = world.hooks && createHookObserver(plan);
  /** When the run started, epoch ms; known at once, or soon after a load. */
  let began: number | undefined;
  if (observer && seq > 0) {
    world.journal.read(1).then(
      (first) => {
        began = first.at;
      },
      () => undefined,
    );
  }

  const host: ExecutionHost = { runId, plan, world, lookBack: trails.lookBack, loadText: values.text, add, newest };
  const executions = createLiveExecutions(host, alarms);
  const deadlines = createDeadlineAlarm(alarms, add);
  const commits = createCommits({
    plan,
    world,
    alarms,
    sinceSnapshot: options.sinceSnapshot ?? 0,
    isClosed: () => closed,
    onHeld: goOn,
    onFenced: stop,
    onStalled: tellIfSettled,
    onBroken: stopBroken,
  });
  const groups = createGroups({
    plan,
    state,
    seq,
    at: options.at ?? 0,
    world,
    foretell(dispatch) {
      const finish = world.executors.foretell?.(dispatch);
      return finish && ((at) => finishedTick(host, dispatch, finish, at));
    },
    taken: values.add,
    observe:
      observer &&
      ((reduced) => {
        if (reduced.tick.seq === 1) began = reduced.tick.at;
        return observer(reduced, began);
      }),
  });

  function add(entry: InboxEntry): void {
    if (closed) return;
    groups.add(entry);
    schedule();
  }

  function newest(): RunState {
    reduceWaiting();
    return groups.newest;
  }

  function schedule(): void {
    if (scheduled || closed || (commits.current && !(mayRunAhead() && groups.canReduce(mostAhead())))) return;
    scheduled = true;
    if (!mustYield()) soon.then(turn);
    else
      world.defer(() => {
        yieldedAt = world.now();
        aheadAtYield = groups.open?.ticks.length ?? 0;
        turn();
      });
  }

  /** R45; and who runs ahead of a commit looks often whether it holds, so that the next one begins at once. */
  function mustYield(): boolean {
    if (commits.current && groups.open && groups.open.ticks.length - aheadAtYield >= aheadGlance) return true;
    return world.now() - yieldedAt >= turnMs;
  }

  function turn(): void {
    scheduled = false;
    if (closed || (commits.current && !mayRunAhead())) return;
    reduceWaiting(mostTicks());
    if (closed) return;
    if (commits.current) beginAhead(groups.open);
    else {
      const group = commitNext();
      if (!group) tellIfSettled();
      beginAhead(group);
    }
    if (!groups.empty) schedule();
  }

  /** How many the open group may have after this turn. */
  function mostTicks(): number {
    if (!mayRunAhead()) return groupTicks;
    if (!commits.current) return mostAhead();
    return Math.min(mostAhead(), (groups.open?.ticks.length ?? 0) + aheadGlance);
  }

  function mostAhead(): number {
    return Math.min(Math.max(aheadTicks, aheadOfEach * groups.newest.tally.running), groupTicks);
  }

  function commitNext(): Group | undefined {
    const group = groups.take();
    aheadAtYield = 0;
    if (group) commits.begin(group);
    return group;
  }

  /** What runs ahead may look back at what is not durable yet. */
  function uncommitted(seq: number): Tick | undefined {
    for (const group of [commits.current, groups.open]) {
      const tick = group?.ticks[seq - Number(group.ticks[0]?.seq)];
      if (tick) return tick;
    }
    return undefined;
  }

  function mayRunAhead(): boolean {
    return commits.hasHeld && commits.stalled === "not";
  }

  /** Invariant 5. */
  function beginAhead(group: Group | undefined): void {
    if (!group || !mayRunAhead()) return;
    const { effects, aborted } = group;
    for (; group.scanned < effects.length; group.scanned++) {
      const effect = effects[group.scanned];
      if (effect?.kind !== "start" || !plan.byId.get(effect.dispatch.step)?.unseen) continue;
      if (aborted?.has(effect.dispatch.execution)) continue;
      effects[group.scanned] = { kind: "begun-ahead", execution: effect.dispatch.execution };
      executions.startAhead(effect.dispatch);
      if (closed) return;
    }
  }

  function reduceWaiting(most?: number): void {
    if (closed) return;
    try {
      groups.reduce(most);
    } catch (error) {
      stopBroken(error);
    }
  }

  /** Invariant 8. */
  function stopBroken(error: unknown): void {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    stop({ kind: "other", message: `This run met a mistake in Tickwork after its tick ${seq}: ${message}` });
  }

  /** The group is durable. */
  function goOn(group: Group): void {
    if (world.journal.yields) yieldedAt = world.now();
    state = group.state;
    seq = group.ticks.at(-1)?.seq ?? seq;
    // What was reduced ahead is on its way to the disk while this group's effects are carried out.
    const next = commitNext();
    act(group);
    beginAhead(next);
    if (!groups.empty) schedule();
    tellIfSettled();
  }

  /** Invariants 4 to 6: the group is durable. */
  function act(group: Group): void {
    trails.keep(group.ticks);
    values.settle(group.artifacts);
    for (const tick of group.ticks) {
      if (tick.kind === "execution-finished" || tick.kind === "execution-lost") executions.forget(tick.execution);
    }
    quietly(() => world.committed({ ticks: group.ticks, notices: group.notices, state: group.state }));
    for (const call of group.hookCalls) quietly(() => world.hooks?.call(call));
    for (const effect of group.effects) {
      if (closed) return;
      switch (effect.kind) {
        case "start":
          if (!group.aborted?.has(effect.dispatch.execution)) executions.start(effect.dispatch);
          break;
        case "begun-ahead":
          executions.dispatched(effect.execution);
          break;
        case "attach":
          if (!group.aborted?.has(effect.dispatch.execution))
            executions.attach(effect.dispatch, effect.key, effect.owner);
          break;
        case "abort":
          executions.abort(effect.execution, effect.reason);
          break;
        case "stop":
          quietly(() => world.executors.stop(effect.execution));
          break;
        case "instance-ended":
          executions.instanceEnded(effect.execution, effect.end);
          break;
        case "alarm":
          deadlines.arm(effect.at);
          break;
        case "acknowledge-cancel":
          add({ body: () => ({ kind: "cancel-acknowledged", request: effect.request }) });
          break;
        default:
          assertNever(effect);
      }
    }
    // R48: after a load the timers are armed from the state.
    if (group.ticks.some(beginsSession)) deadlines.arm(nextDeadline(state));
    for (const { entry, seq } of group.done) entry.done?.(seq);
  }

  function stop(why: StorageFailure | undefined): void {
    if (closed) return;
    closed = true;
    alarms.clearAll();
    executions.abandon();
    if (why) quietly(() => world.stalled(why));
    tellIfSettled();
  }

  function tellIfSettled(): void {
    if (!isSettled()) return;
    for (const tell of settledWatchers.splice(0)) tell();
  }

  function isSettled(): boolean {
    return closed || commits.stalled === "waiting" || (groups.empty && !commits.current && !scheduled);
  }

  return {
    post(body, request, at) {
      add({
        body: (_, current) => (needsNoTick(plan, current, body) ? undefined : body),
        ...(at !== undefined && { at }),
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
      return new Promise((resolve) => settledWatchers.push(resolve));
    },
    close() {
      stop(undefined);
    },
  };
}

/** T36: a second cancel of the run, or one after the end, changes nothing; the first one's id stands (T23). */
function needsNoTick(plan: Plan, state: RunState, body: TickBody): boolean {
  if (body.kind !== "cancel-requested" || body.execution !== undefined) return false;
  if (state.lifecycle === "completed") return true;
  // A second, explicit cancel stops the clean-up that the first one let run (T41).
  return state.cancel !== null && !cleanUpLeft(plan, state);
}
