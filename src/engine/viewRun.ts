import type { EventType, StepId } from "../workflow/workflow.ts";
import { numberOf } from "./inFlight.ts";
import { lengthOf } from "./persistent/queue.ts";
import { entries, find, keys, natural, sizeOf, values } from "./persistent/sortedMap.ts";
import type { Plan, StepPlan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { Each, Execution, StepState, Waiter } from "./stepState.ts";
import { changedEntries } from "./stepTable.ts";
import type { ItemId } from "./tick.ts";
import {
  type EachListView,
  type EachView,
  type GatheringView,
  type MemberView,
  maxGatheringsShown,
  maxListsShown,
  maxParkedShown,
  type ParkedView,
  type StateView,
  type StepView,
  type UncertainView,
  type WaiterView,
  type WorkerView,
} from "./view.ts";
import { viewBatches } from "./viewBatches.ts";
import { itemId, scopeName, triggerName, type WorkItem } from "./workItem.ts";
import { queueLength } from "./workQueue.ts";

/** What interface and scenarios see of a run (`scenarios.md`, The state view). */
export function viewRun(plan: Plan, state: RunState): StateView {
  return {
    ...viewWithoutSteps(plan, state),
    steps: Object.fromEntries(plan.steps.map(({ id }) => [id, viewStep(plan, state, id)])),
  };
}

/** The same without looking into every step: what a watcher that knows the steps needs with each change. */
export function viewWithoutSteps(plan: Plan, state: RunState): Omit<StateView, "steps"> {
  return {
    lifecycle: state.lifecycle,
    outcome: state.outcome,
    result: state.result,
    reason: state.reason,
    needsRecovery: plan.steps.flatMap(({ id, index }) =>
      uncertainOf(stepAt(state, index)).map(({ worker }) => `${id}#${worker}`),
    ),
    ...viewBreaks(plan, state),
    batches: state.lifecycle === "completed" ? 0 : sizeOf(state.batches),
    ...(state.lifecycle !== "completed" && state.batches !== undefined && { openBatches: viewBatches(plan, state) }),
    store: state.store,
    timers: [...values(state.deadlines)].flatMap(({ what, deadline }) =>
      what === "pace" ? [] : [{ what, at: deadline.at }],
    ),
  };
}

function viewBreaks(plan: Plan, { breaks, lifecycle }: RunState): Pick<StateView, "breakpoints" | "stopped"> {
  if (breaks === null || lifecycle === "completed") return {};
  const { steps, events, stopped } = breaks;
  const step = stopped && plan.steps[stopped.step];
  return {
    ...(steps.length + events.length > 0 && { breakpoints: { steps, events } }),
    ...(step && stopped && { stopped: { step: step.id, item: itemId(stopped.item) } }),
  };
}

export function viewStep(plan: Plan, state: RunState, step: StepId): StepView {
  const planned = plan.byId.get(step);
  if (planned === undefined) throw new Error(`The workflow has no step "${step}"`);
  const held = stepAt(state, planned.index);
  const running = inFlightOf(held);
  const queued = queueLength(held.queue);
  const delayed = sizeOf(held.delayed);
  return {
    status: running.length > 0 ? "running" : queued + delayed > 0 ? "preparing" : "not-running",
    queued,
    delayed,
    running: running.length,
    waiting: sizeOf(held.suspended) + sizeOf(held.parked),
    workers: running.map(viewWorker),
    buffers: viewBuffers(held),
    task: held.task === null ? null : held.task.kind === "ended" ? held.task.outcome : held.task.kind,
    lastOutcome: held.lastOutcome,
    waiters: openWaitersOf(held).map((waiter) => viewWaiter(held, waiter)),
    uncertain: uncertainOf(held).map((execution) => viewUncertain(step, execution)),
    nextRetryAt: nextRetryAt(held),
    ...(held.each && { each: viewEach(held.each, held) }),
    lastFailure: held.lastFailure,
    ...(held.parked !== undefined && { parked: viewParked(held), parkedCount: sizeOf(held.parked) }),
    ...(held.gathering !== undefined && { gathering: viewGathering(planned, held) }),
    ...(held.pace?.held !== undefined && { pacedUntil: held.pace.from }),
  };
}

/** The steps whose view may differ, by identity of what the state holds of them. */
export function changedSteps(plan: Plan, before: RunState, after: RunState): StepId[] {
  if (before.steps === after.steps) return [];
  const changed: StepId[] = [];
  for (const index of changedEntries(before.steps, after.steps)) {
    const step = plan.steps[index];
    if (step !== undefined) changed.push(step.id);
  }
  return changed;
}

/** All items of a step that wait for a person, in the order in which they arrived. */
export function parkedItems(plan: Plan, state: RunState, step: StepId): readonly ItemId[] {
  const planned = plan.byId.get(step);
  return planned === undefined ? [] : [...keys(stepAt(state, planned.index).parked)].map(itemId);
}

export function isParked(plan: Plan, state: RunState, step: StepId, item: ItemId): boolean {
  const planned = plan.byId.get(step);
  const number = numberOf(item, "i");
  return (
    planned !== undefined &&
    number !== undefined &&
    find(stepAt(state, planned.index).parked, number, natural) !== undefined
  );
}

function viewEach({ open, total, done, failed }: Each, { parked }: StepState): EachView {
  const counts = { total, done, failed, parked: sizeOf(parked) };
  const listCount = sizeOf(open);
  return listCount === 0 ? counts : { ...counts, lists: viewLists(open), listCount };
}

function viewLists(open: Each["open"]): readonly EachListView[] {
  const shown: EachListView[] = [];
  for (const [list, { total, results }] of entries(open)) {
    if (shown.length === maxListsShown) break;
    shown.push({ list, total, done: sizeOf(results) });
  }
  return shown;
}

/** In flight, by worker. */
function inFlightOf({ workers }: StepState): readonly Execution[] {
  return workers.filter((execution) => execution !== null).filter(({ uncertain }) => uncertain === undefined);
}

function uncertainOf({ workers }: StepState): readonly Execution[] {
  return workers.filter((execution) => execution !== null).filter(({ uncertain }) => uncertain !== undefined);
}

function viewWorker({ number, worker, item }: Execution): WorkerView {
  const event = triggerName(item.trigger);
  return {
    worker,
    execution: `x${number}`,
    attempt: item.attempt,
    ...(event !== undefined && { event }),
    ...viewMember(item),
  };
}

function viewMember({ lineage }: WorkItem): { readonly member?: MemberView } {
  const element = lineage.elements[lineage.elements.length - 1];
  return element === undefined ? {} : { member: { batch: scopeName(lineage.scope), index: element.index } };
}

function viewUncertain(step: StepId, execution: Execution): UncertainView {
  const cause = execution.uncertain?.cause;
  return {
    step,
    ...viewWorker(execution),
    ...(execution.intent && { key: execution.intent.key }),
    ...(cause !== undefined && { cause }),
  };
}

/** As they were made. */
function openWaitersOf({ waiters }: StepState): readonly Waiter[] {
  return [...values(waiters)].filter(({ state }) => state.kind === "open").sort((a, b) => a.generation - b.generation);
}

function viewWaiter({ suspended }: StepState, { id, item, type, where, dueAt, ask, since }: Waiter): WaiterView {
  const waiting = find(suspended, item, natural);
  return {
    waiter: id,
    item: itemId(item),
    type,
    since,
    ...(waiting !== undefined && viewMember(waiting)),
    ...(where && { where }),
    ...(dueAt !== undefined && { deadlineAt: dueAt }),
    ...(ask && { ask }),
  };
}

function viewBuffers({ buffers }: StepState): Readonly<Record<string, readonly EventType[]>> {
  return Object.fromEntries(
    [...entries(buffers)].map(([key, { members }]) => [key, [...values(members)].map(({ type }) => type)]),
  );
}

function nextRetryAt({ delayed }: StepState): number | null {
  let next: number | null = null;
  for (const { deadline } of values(delayed)) if (next === null || deadline.at < next) next = deadline.at;
  return next;
}

/** In the order in which their items arrived. */
function viewParked({ parked }: StepState): readonly ParkedView[] {
  const shown: ParkedView[] = [];
  for (const item of values(parked)) {
    if (shown.length === maxParkedShown) break;
    const event = triggerName(item.trigger);
    shown.push({
      item: itemId(item.number),
      ...(event !== undefined && { event }),
      attempt: item.attempt,
      failures: item.failures,
      error: {
        name: item.lastFailure?.name ?? "Error",
        message: (item.lastFailure?.message ?? "").slice(0, errorLength),
      },
      ...viewMember(item),
    });
  }
  return shown;
}

/** Kept of an error's message in the view, UTF-16 units. */
const errorLength = 300;

function viewGathering({ step }: StepPlan, { gathering }: StepState): readonly GatheringView[] {
  const shown: GatheringView[] = [];
  for (const [scope, queues] of entries(gathering)) {
    if (shown.length === maxGatheringsShown) break;
    const types = [...new Set(step.accepts ?? [])];
    const counts = types.map((type) => [type, lengthOf(queues[type])] as const);
    shown.push({
      scope,
      has: Object.fromEntries(counts.filter(([, count]) => count > 0)),
      lacks: counts.filter(([, count]) => count === 0).map(([type]) => type),
    });
  }
  return shown;
}
