import type { ExecutionId, ItemId, Tick } from "../engine/tick.ts";
import type { StepId } from "../workflow/workflow.ts";

/** The step that a tick is about, when there is one. Ticks name executions and items only. */
export function stepOfTick(
  tick: Tick,
  ofExecution: (execution: ExecutionId) => StepId | undefined,
  ofItem: (item: ItemId) => StepId | undefined,
): StepId | undefined {
  switch (tick.kind) {
    case "execution-started":
    case "instance-started":
    case "execution-finished":
    case "execution-lost":
    case "event-published":
    case "store-changed":
    case "once-recorded":
      return ofExecution(tick.execution);
    case "waiter-timed-out":
    case "cancel-requested":
      return tick.step;
    case "event-added":
      return tick.to ?? (tick.from && ofExecution(tick.from.execution));
    case "wake-up":
    case "event-changed":
      return ofItem(tick.item);
    case "recovery-decided":
      if (tick.execution !== undefined) return ofExecution(tick.execution);
      return tick.item === undefined ? undefined : ofItem(tick.item);
    default:
      return undefined;
  }
}
