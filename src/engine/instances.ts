import type { Draft } from "./draft.ts";
import { entries, find, natural, put } from "./persistent/sortedMap.ts";
import type { ScopePlan, StepPlan } from "./plan.ts";
import type { Instance, RunState } from "./runState.ts";
import { type Lineage, noLineage, type WorkItem } from "./workItem.ts";

/*
 * A workflow inside a workflow (R79). One execution of a `workflow` step has one instance: a scope like that of a
 * batch, whose number stands in the scope of everything in it. So buffers, joins and batches of instances do not mix.
 * The instance belongs to the work item and outlives its executions: an interrupted one takes up its instance again.
 */

/** The innermost instance that a scope is in; `undefined`: it belongs to the outermost workflow. */
export function instanceIn(run: Pick<RunState, "instances">, scope: readonly number[]): number | undefined {
  if (run.instances === undefined) return undefined;
  for (let depth = scope.length - 1; depth >= 0; depth--) {
    const number = scope[depth];
    if (number !== undefined && find(run.instances, number, natural) !== undefined) return number;
  }
  return undefined;
}

export function instanceAt(run: Pick<RunState, "instances">, number: number | null | undefined): Instance | undefined {
  return number === undefined || number === null ? undefined : find(run.instances, number, natural);
}

/** The workflow whose steps an event of this line concerns; `undefined`: its instance has ended, and it concerns nobody. */
export function scopeOfLine(draft: Draft, { scope }: Lineage): ScopePlan | undefined {
  if (!draft.plan.nested) return draft.plan.root;
  const instance = instanceAt(draft.run, instanceIn(draft.run, scope));
  if (instance === undefined) return draft.plan.root;
  return instance.end === null ? draft.stepAt(instance.step).child : undefined;
}

/** What everything in an instance begins with: a line of its own. */
export function lineIn({ scope }: Instance): Lineage {
  return { ...noLineage, scope };
}

/** The line of what begins in the workflow of a step by itself: in its one open instance, when it stands in one. */
export function beginningLine(draft: Draft, { scope }: StepPlan): Lineage {
  if (scope.owner === undefined) return noLineage;
  const [open] = openInstances(draft, scope);
  if (open === undefined) throw new Error(`No instance of ${scope.path} is open`);
  return lineIn(open[1]);
}

/** In the order in which they were opened. */
export function openInstances(draft: Draft, { owner }: ScopePlan): readonly (readonly [number, Instance])[] {
  return [...entries(draft.run.instances)].filter(([, { step, end }]) => step === owner && end === null);
}

export function changeInstance(draft: Draft, number: number, change: Partial<Instance>): void {
  const instance = instanceAt(draft.run, number);
  if (instance === undefined) return;
  draft.run.instances = put(draft.run.instances, number, { ...instance, ...change }, natural);
}

/** Whether an execution of this item only waits for what its instance does. */
export function isHosting(run: Pick<RunState, "instances">, { instance }: WorkItem): boolean {
  return instance !== null && instanceAt(run, instance)?.end === null;
}
