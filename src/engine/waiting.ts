import type { Json } from "../workflow/json.ts";
import { listWaiter, unlistWaiter, waitersFor } from "./awaited.ts";
import { deepEqual } from "./deepEqual.ts";
import { dispatch, leaveWorker, offer } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import { type Failure, failureNames } from "./failure.ts";
import { instanceIn } from "./instances.ts";
import { find, natural, put, remove, values } from "./persistent/sortedMap.ts";
import type { StepPlan } from "./plan.ts";
import type { Result } from "./result.ts";
import type { Routing } from "./routing.ts";
import { setAside } from "./settingAside.ts";
import type { Execution, StepState, Waiter } from "./stepState.ts";
import { itemId, noLineage, type WorkItem } from "./workItem.ts";
import { comeBack } from "./workQueue.ts";

type Wait = Extract<Result, { kind: "wait" }>;

/** An explicit id that another work item uses is a failure of the step, never an overwrite (R36). */
export function refuseWaits(
  state: Readonly<StepState>,
  execution: Execution,
  waits: readonly Wait[],
): Failure | undefined {
  for (const wait of waits) {
    const id = waiterId(execution.item, wait);
    const held = find(state.waiters, id, natural);
    if (held === undefined || held.item === execution.item.number) continue;
    const message = `The waiter "${id}" is in use by another work item of this step. Give each wait an id of its own, or none.`;
    return { name: failureNames.waiterInUse, message };
  }
  return undefined;
}

/** Ends an execution as `waiting`: its item is suspended and its worker is free (R35). */
export function suspend(draft: Draft, step: StepPlan, execution: Execution, waits: readonly Wait[]): void {
  leaveWorker(draft, step, execution);
  draft.notice({ kind: "not-running", step: step.id, worker: execution.worker, why: "waiting" });
  let { item } = execution;
  let answered = false;
  for (const wait of waits) {
    const held = find(draft.peek(step).waiters, waiterId(item, wait), natural);
    if (held === undefined) item = addWaiter(draft, step, item, wait);
    else if (held.state.kind === "resolved") answered = true;
    else if (held.state.kind === "timed-out") {
      if (execution.number < held.state.before) answered = true;
      else item = addWaiter(draft, step, item, wait);
    }
  }
  if (answered) return runAgain(draft, step, item);
  const copy = draft.touch(step);
  copy.suspended = put(copy.suspended, item.number, item, natural);
}

/** The item has what it waits for already: it runs again at once (R36, R59). */
function runAgain(draft: Draft, step: StepPlan, item: WorkItem): void {
  if (draft.dispatching) return dispatch(draft, step, item);
  const copy = draft.touch(step);
  copy.queue = comeBack(copy.queue, [item]);
  draft.add("queued", 1);
}

/**
 * Offers an event to open waiters, steps in declaration order (R1). All that match take it (R1), and a resolved one
 * matches nothing more (R37). Answers the steps that were woken, which the event does not start as well (R2).
 */
export function offerToWaiters(draft: Draft, event: Event, { lineage, to }: Routing): ReadonlySet<number> {
  if (draft.run.awaited === undefined) return nobody;
  const addressed = to === undefined ? undefined : (draft.plan.byId.get(to)?.index ?? -1);
  const found = waitersFor(draft.run.awaited, event, addressed);
  if (found.length === 0) return nobody;
  const woken = new Set<number>();
  const within = instanceIn(draft.run, lineage.scope);
  for (const { step: index, waiter: id } of found) {
    const step = draft.stepAt(index);
    const state = draft.peek(step);
    const waiter = find(state.waiters, id, natural);
    if (waiter === undefined || !matches(waiter, event)) continue;
    // From outside a step of an inner workflow is addressed in all its instances: `where` tells them apart (R79).
    const fromOutside = to !== undefined && lineage === noLineage;
    if (draft.plan.nested && !fromOutside && within !== instanceOfWaiter(draft, state, waiter)) continue;
    woken.add(index);
    settleWaiter(draft, step, waiter, { kind: "resolved", event });
  }
  return woken;
}

const nobody: ReadonlySet<number> = new Set();

function instanceOfWaiter(draft: Draft, { suspended }: Readonly<StepState>, { item }: Waiter): number | undefined {
  return instanceIn(draft.run, find(suspended, item, natural)?.lineage.scope ?? []);
}

/** Every key of `where` equals the event's value; absent is not `null` (R1). */
export function matches({ where }: Waiter, { data }: Event): boolean {
  if (where === undefined) return true;
  const keys = Object.keys(where);
  if (keys.length === 0) return true;
  if (typeof data !== "object" || data === null) return false;
  const values = data as Readonly<Record<string, Json>>;
  return keys.every((key) => Object.hasOwn(values, key) && deepEqual(values[key], where[key]));
}

/** A waiter got its event or reached its deadline: its item goes on, from the top (R35). */
export function settleWaiter(
  draft: Draft,
  step: StepPlan,
  waiter: Waiter,
  state: Exclude<Waiter["state"], { kind: "open" }>,
): void {
  closeWaiter(draft, step, waiter);
  const copy = draft.touch(step);
  copy.waiters = put(copy.waiters, waiter.id, { ...waiter, state }, natural);
  const item = find(copy.suspended, waiter.item, natural);
  if (item === undefined) return;
  copy.suspended = remove(copy.suspended, waiter.item, natural);
  offer(draft, step, item);
}

/** `all`: the item ended or begins anew from nothing. `timed-out`: it failed and waits anew (R38). */
export function dropWaiters(
  draft: Draft,
  step: StepPlan,
  item: WorkItem,
  which: "all" | "open" | "timed-out",
): WorkItem {
  if (item.waiters.length === 0) return item;
  const kept = item.waiters.filter((id) => {
    const waiter = find(draft.peek(step).waiters, id, natural);
    if (waiter === undefined) return false;
    if (which !== "all" && waiter.state.kind !== which) return true;
    closeWaiter(draft, step, waiter);
    const copy = draft.touch(step);
    copy.waiters = remove(copy.waiters, id, natural);
    return false;
  });
  return { ...item, waiters: kept };
}

/** Takes a suspended item away because of a cancel: the question is withdrawn, answers that were given stay. */
export function setAsideSuspended(draft: Draft, step: StepPlan, item: WorkItem): void {
  const copy = draft.touch(step);
  copy.suspended = remove(copy.suspended, item.number, natural);
  setAside(draft, step, dropWaiters(draft, step, item, "open"));
}

/**
 * In a fork people are asked again: an answer that waits to be handed on is forgotten, so that its item asks anew, and
 * an open question gets its whole time. Other waits keep what is left of theirs; a `delay` its due time (R68).
 * `lostMs`: the time that did not count.
 */
export function askAgain(draft: Draft, step: StepPlan, lostMs: number): void {
  for (const waiter of [...values(draft.peek(step).waiters)]) {
    const asks = waiter.ask?.type === "Ask";
    if (waiter.state.kind === "resolved" && asks) {
      const copy = draft.touch(step);
      copy.waiters = remove(copy.waiters, waiter.id, natural);
    }
    if (waiter.state.kind !== "open" || step.sleeps) continue;
    if (asks && waiter.ask !== undefined) draft.notice({ kind: "publish", event: waiter.ask });
    const { deadline } = waiter.state;
    if (deadline === undefined && !asks) continue;
    const since = asks ? draft.at : waiter.since;
    const at = deadline && (asks ? draft.at + deadline.at - waiter.since : deadline.at + lostMs);
    if (deadline !== undefined) draft.disarm(deadline);
    const moved =
      at === undefined
        ? undefined
        : draft.arm("waiter", {
            kind: "waiter",
            at,
            step: step.id,
            waiter: waiter.id,
            generation: waiter.generation,
          });
    const copy = draft.touch(step);
    copy.waiters = put(
      copy.waiters,
      waiter.id,
      {
        ...waiter,
        since,
        ...(at !== undefined && { dueAt: at }),
        state: { kind: "open", ...(moved && { deadline: moved }) },
      },
      natural,
    );
  }
}

function addWaiter(draft: Draft, step: StepPlan, item: WorkItem, wait: Wait): WorkItem {
  const id = waiterId(item, wait);
  const generation = draft.count("waiter");
  const dueAt = wait.dueAt ?? (wait.timeoutMs === undefined ? undefined : draft.at + wait.timeoutMs);
  if (wait.ask !== undefined) draft.notice({ kind: "publish", event: wait.ask });
  const deadline =
    dueAt === undefined
      ? undefined
      : draft.arm(step.sleeps ? "delay" : "waiter", {
          kind: "waiter",
          at: dueAt,
          step: step.id,
          waiter: id,
          generation,
        });
  const waiter: Waiter = {
    id,
    generation,
    item: item.number,
    ordinal: wait.ordinal,
    named: wait.id !== undefined,
    type: wait.type,
    ...(wait.where && { where: wait.where }),
    ...(wait.ask && { ask: wait.ask }),
    since: draft.at,
    ...(dueAt !== undefined && { dueAt }),
    state: { kind: "open", ...(deadline && { deadline }) },
  };
  const copy = draft.touch(step);
  copy.waiters = put(copy.waiters, id, waiter, natural);
  if (step.sleeps) draft.add("sleeping", 1);
  else {
    draft.add("openWaiters", 1);
    draft.run.awaited = listWaiter(draft.run.awaited, step.index, waiter);
  }
  return item.waiters.includes(id) ? item : { ...item, waiters: [...item.waiters, id] };
}

/** It matches nothing more and no deadline of it is left. */
function closeWaiter(draft: Draft, step: StepPlan, waiter: Waiter): void {
  if (waiter.state.kind !== "open") return;
  if (waiter.state.deadline !== undefined) draft.disarm(waiter.state.deadline);
  if (step.sleeps) return draft.add("sleeping", -1);
  draft.add("openWaiters", -1);
  draft.run.awaited = unlistWaiter(draft.run.awaited, step.index, waiter);
}

/** The implicit id holds work item and ordinal, so that parallel items never share a waiter (R36). */
function waiterId(item: WorkItem, wait: Wait): string {
  return wait.id ?? `${itemId(item.number)}.${wait.ordinal}`;
}
