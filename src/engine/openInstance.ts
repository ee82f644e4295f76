import { advance } from "./advance.ts";
import { setWorker } from "./dispatch.ts";
import type { Draft } from "./draft.ts";
import { doesWork } from "./eachPart.ts";
import { findExecution } from "./inFlight.ts";
import { lineIn } from "./instances.ts";
import { natural, put } from "./persistent/sortedMap.ts";
import type { ScopePlan } from "./plan.ts";
import type { Instance } from "./runState.ts";
import type { Tick } from "./tick.ts";

/**
 * The input of a child is known: its own `Start` begins it (R79). An execution that is gone, or that has an instance
 * already, opens none.
 */
export function openInstance(draft: Draft, tick: Extract<Tick, { kind: "instance-started" }>): void {
  const found = findExecution(draft, tick.execution);
  const child = found?.step.child;
  if (found === undefined || child === undefined || found.execution.item.instance !== null) return draft.ignore();
  if (!doesWork(found.execution.item) || found.execution.uncertain !== undefined || draft.run.cancel !== null)
    return draft.ignore();
  const { step, execution } = found;
  const number = draft.count("batch");
  const instance: Instance = {
    step: step.index,
    scope: [...execution.item.lineage.scope, number],
    input: tick.input,
    store: {},
    since: draft.at,
    live: 0,
    settledResult: null,
    end: null,
  };
  draft.run.instances = put(draft.run.instances, number, instance, natural);
  setWorker(draft, step, execution.worker, { ...execution, item: { ...execution.item, instance: number } });
  draft.add("hosting", 1);
  beginTasks(draft, child);
  draft.closing.add(number);
  const start = { type: "Start", data: tick.input };
  advance(draft, { events: [{ event: start, lineage: lineIn(instance), begins: true }] });
}

/** Its tasks are as at the beginning of a run (T5). */
function beginTasks(draft: Draft, { tasks }: ScopePlan): void {
  for (const step of tasks) {
    const copy = draft.touch(step);
    const open = step.task?.needs.length ?? 0;
    copy.task = { kind: "pending", open };
    copy.lastOutcome = null;
    if (open === 0 && step.task !== undefined) draft.decidable.add(step.task.rank);
  }
}
