import type { Draft } from "./draft.ts";
import type { Plan, StepPlan } from "./plan.ts";
import { type RunState, stepAt } from "./runState.ts";
import type { StepState, TaskState } from "./stepState.ts";

export type EndedTask = Extract<TaskState, { kind: "ended" }>;

export function endedTask({ task }: Readonly<StepState>): EndedTask | undefined {
  return task?.kind === "ended" ? task : undefined;
}

/** A task became terminal: those that need it come closer to their decision (T4). */
export function endTask(draft: Draft, step: StepPlan, state: EndedTask): void {
  const copy = draft.touch(step);
  if (copy.task === null || copy.task.kind === "ended") return;
  copy.task = state;
  for (const index of step.task?.dependents ?? []) {
    const dependent = draft.stepAt(index);
    const { task } = draft.peek(dependent);
    if (task?.kind !== "pending") continue;
    draft.touch(dependent).task = { kind: "pending", open: task.open - 1 };
    if (task.open === 1 && dependent.task !== undefined) draft.decidable.add(dependent.task.rank);
  }
}

/** How the tasks that are finished ended, by step: what conditions look at (T6). */
export function taskResults(
  plan: Plan,
  state: RunState,
): Readonly<Record<string, Pick<EndedTask, "outcome" | "exit" | "output">>> {
  return Object.fromEntries(
    plan.tasks.flatMap(({ id, index }) => {
      const ended = endedTask(stepAt(state, index));
      if (ended === undefined) return [];
      const { outcome, exit, output } = ended;
      return [[id, { outcome, ...(exit !== undefined && { exit }), ...(output !== undefined && { output }) }]];
    }),
  );
}
