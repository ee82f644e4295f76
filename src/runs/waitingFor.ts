import type { Waiting } from "../editor/canvas/live.ts";
import type { StepView } from "../engine/view.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import { earliest } from "./earliest.ts";
import { waitsForYou } from "./needsYou.ts";

/** Why a step waits although its state is *not running* or *preparing*; what needs a person comes first. */
export function waitingFor(step: StepView, holds: readonly Hold[]): Waiting | null {
  if (step.uncertain.length > 0) return { for: "decision" };
  const [waiter] = step.waiters;
  if (waitsForYou(step)) {
    const until = earliest(step.waiters.map(({ deadlineAt }) => deadlineAt));
    return { for: "you", ...(until !== undefined && { until }) };
  }
  if (step.parkedCount !== undefined) return { for: "you", what: `${step.parkedCount} parked` };
  const executions = new Set(step.workers.map(({ execution }) => execution));
  const hold = holds.find((hold) => "execution" in hold && executions.has(hold.execution));
  if (hold?.kind === "runner-unreachable") return { for: "runner", until: hold.nextTryAt };
  if (hold?.kind === "workspace") return { for: "workspace", ...(hold.heldBy !== undefined && { what: hold.heldBy }) };
  if (step.status === "running") return null;
  if (step.delayed > 0) return { for: "retry", ...(step.nextRetryAt !== null && { until: step.nextRetryAt }) };
  if (step.pacedUntil !== undefined) return { for: "pace", until: step.pacedUntil };
  if (waiter === undefined) return null;
  const until = earliest(step.waiters.map(({ deadlineAt }) => deadlineAt));
  const time = until !== undefined && { until };
  return waiter.type === "delay" ? { for: "time", ...time } : { for: "event", what: waiter.type, ...time };
}
