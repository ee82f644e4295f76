import type { Json } from "../workflow/json.ts";
import type { ElementResults } from "./eachPart.ts";
import { lengthOf } from "./persistent/queue.ts";
import { entries, values } from "./persistent/sortedMap.ts";
import type { Plan } from "./plan.ts";
import { type Batch, type RunState, stepAt } from "./runState.ts";
import type { Execution, OpenEach, StepState, TaskState, Waiter } from "./stepState.ts";
import { itemId, triggerName, type WorkItem } from "./workItem.ts";
import { queuedItems } from "./workQueue.ts";

export const stateHashFormat = "stateHash@1";

/**
 * What the footer of a run log hashes (`formats.md` §2). A later version of the engine must give the same value for
 * the same journal, so it names only what the rules name, and leaves empties and defaults out. Never change what it
 * says of a state that it can describe now; a new version gets a new name.
 */
export function projectState(plan: Plan, state: RunState): Json {
  const steps = plan.steps.flatMap(({ id, index }) => {
    const step = projectStep(stepAt(state, index));
    return step === undefined ? [] : [[id, step] as const];
  });
  return given({
    format: stateHashFormat,
    lifecycle: state.lifecycle,
    outcome: state.outcome,
    result: state.result === null ? undefined : { value: state.result },
    input: state.input === null ? undefined : { value: state.input },
    store: state.store,
    paused: state.paused,
    breaks: state.breaks === null ? undefined : (state.breaks as unknown as Json),
    cancel: state.cancel?.request,
    steps: Object.fromEntries(steps),
    batches: [...entries(state.batches)].map(([number, batch]) =>
      given({
        batch: `b${number}`,
        opener: plan.steps[batch.step]?.id,
        live: batch.live || undefined,
        members: memberCount(batch) || undefined,
      }),
    ),
    instances: [...entries(state.instances)].map(([number, { step, live, end, store }]) =>
      given({
        instance: `b${number}`,
        step: plan.steps[step]?.id,
        live: live || undefined,
        store,
        outcome: end?.outcome,
        result: end?.result === undefined ? undefined : { value: end.result },
      }),
    ),
    deadlines: [...values(state.deadlines)].map(({ what, deadline }) => ({ what, at: deadline.at })),
    items: state.counters.item - 1,
    executions: state.counters.execution - 1,
  });
}

function projectStep(step: StepState): Json | undefined {
  const projected = given({
    queued: queuedItems(step.queue).map(projectItem),
    delayed: [...values(step.delayed)].map(({ item, deadline }) =>
      given({ ...projectItem(item), notBefore: deadline.at }),
    ),
    running: step.workers.flatMap((execution) => (execution === null ? [] : [projectExecution(execution)])),
    waiting: [...values(step.suspended)].map(projectItem),
    parked: [...values(step.parked)].map(projectItem),
    waiters: [...values(step.waiters)].map(projectWaiter),
    buffers: Object.fromEntries(
      [...entries(step.buffers)].map(([key, { members }]) => [key, [...values(members)] as unknown as Json]),
    ),
    lists: [...entries(step.each?.open)].map(([batch, list]) => projectList(batch, list)),
    task: step.task && projectTask(step.task),
    lastOutcome: step.lastOutcome,
  });
  return Object.keys(projected).length === 0 ? undefined : projected;
}

function projectItem(item: WorkItem): { readonly [key: string]: Json } {
  return given({
    item: itemId(item.number),
    event: triggerName(item.trigger),
    attempt: item.attempt,
    failures: item.failures || undefined,
    firstAttemptAt: item.firstAttemptAt,
    scope: item.lineage.scope,
    once: item.once,
    results: item.each?.kind === "gather" ? projectResults(item.each.results) : undefined,
    instance: item.instance === null ? undefined : `b${item.instance}`,
  });
}

function projectExecution(execution: Execution): Json {
  return given({
    ...projectItem(execution.item),
    execution: `x${execution.number}`,
    worker: execution.worker,
    key: execution.intent?.key,
    uncertain: execution.uncertain !== undefined,
  });
}

function projectWaiter({ id, item, type, where, dueAt, state }: Waiter): Json {
  return given({
    waiter: id,
    item: itemId(item),
    type,
    where: where as Json | undefined,
    dueAt,
    state: state.kind,
    event: state.kind === "resolved" ? (state.event as unknown as Json) : undefined,
  });
}

/** A list of `forEach` that is under way (R72). */
function projectList(batch: number, { item, total, results, worst }: OpenEach): Json {
  return given({
    batch: `b${batch}`,
    item: item && itemId(item.number),
    total,
    results: projectResults(results),
    worst: worst?.outcome,
  });
}

function projectResults(results: ElementResults): Json {
  return [...entries(results)].map(([index, { data, output, exit }]) =>
    given({
      index,
      data: data === undefined ? undefined : { value: data },
      output: output === undefined ? undefined : { value: output },
      exit,
    }),
  );
}

function projectTask(task: TaskState): Json {
  if (task.kind !== "ended") return task.kind;
  const output = task.output === undefined ? undefined : { value: task.output };
  return given({ outcome: task.outcome, exit: task.exit, output });
}

/** Members that reached the joins of a batch. */
function memberCount({ joins }: Batch): number {
  let members = 0;
  for (const join of values(joins)) members += lengthOf(join.members);
  return members;
}

/** Without what is absent, `null`, `false`, or an empty list or object. */
function given(fields: Readonly<Record<string, unknown>>): { readonly [key: string]: Json } {
  const kept = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(kept) as { readonly [key: string]: Json };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
