import { lengthOf } from "./persistent/queue.ts";
import { entries, find, natural } from "./persistent/sortedMap.ts";
import type { Plan, StepPlan } from "./plan.ts";
import type { Batch, RunState } from "./runState.ts";
import { type BatchJoinView, type BatchView, maxBatchesShown } from "./view.ts";
import { scopeName } from "./workItem.ts";

/** The open batches, oldest first. Costs the number of them that is shown, whatever their size. */
export function viewBatches(plan: Plan, state: RunState): readonly BatchView[] {
  const shown: BatchView[] = [];
  for (const [number, batch] of entries(state.batches)) {
    if (shown.length === maxBatchesShown) break;
    shown.push(viewBatch(plan, number, batch));
  }
  return shown;
}

function viewBatch(plan: Plan, number: number, batch: Batch): BatchView {
  const opener = plan.steps[batch.step];
  if (opener === undefined) throw new Error(`No step ${batch.step} opened batch ${number}`);
  const { members, live } = batch;
  const joins = viewJoins(plan, opener, batch);
  const done = Math.max(0, members - live);
  const reached = joins.reduce((sum, { has }) => sum + has, 0);
  // Where there is no join nobody is missed, and one that has fired counts no more.
  const counts = joins.length > 0 && !joins.some(({ fired }) => fired);
  return {
    batch: scopeName([...batch.outer.scope, number]),
    step: opener.id,
    members,
    open: live,
    done,
    endedEarly: counts ? Math.max(0, done - reached) : 0,
    joins,
  };
}

function viewJoins(plan: Plan, opener: StepPlan, { joins }: Batch): readonly BatchJoinView[] {
  const bound = new Set(opener.scope.boundJoins(opener).map(({ index }) => index));
  for (const [index] of entries(joins)) bound.add(index);
  return [...bound]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const step = plan.steps[index];
      if (step === undefined || step.join.kind !== "batch") return [];
      const held = find(joins, index, natural);
      return {
        step: step.id,
        has: lengthOf(held?.members),
        ...(Number.isFinite(step.join.take) && { take: step.join.take }),
        fired: held?.fired ?? false,
      };
    });
}
