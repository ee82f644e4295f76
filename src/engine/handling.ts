import type { Json } from "../workflow/json.ts";
import { localId } from "../workflow/subWorkflows.ts";
import type { Draft } from "./draft.ts";
import type { Event } from "./event.ts";
import type { Failure } from "./failure.ts";
import { recovered } from "./lineage.ts";
import { ownEntry } from "./ownEntry.ts";
import type { StepPlan } from "./plan.ts";
import { type Lineage, triggerEvent, type WorkItem } from "./workItem.ts";

export interface Recovery {
  readonly type: Event["type"];
  /** With the recovery used up (R23). */
  readonly lineage: Lineage;
}

/** Who takes a failure of this line: a port beats the handler; one that is used up does not fall back to it (R23). */
export function recoveryOf(step: StepPlan, lineage: Lineage): Recovery | undefined {
  if (step.errorType !== undefined) {
    const limit = step.step.maxRecoveries ?? Number.POSITIVE_INFINITY;
    return used(lineage, step.id) < limit ? { type: step.errorType, lineage: recovered(lineage, step.id) } : undefined;
  }
  const { handler } = step.scope;
  if (handler === undefined || step.handles) return undefined;
  const name = `${handler.id}!`;
  if (used(lineage, name) >= (handler.step.maxRecoveries ?? 1)) return undefined;
  return { type: "StepFailed", lineage: recovered(lineage, name) };
}

function used({ recoveries }: Lineage, name: string): number {
  return ownEntry(recoveries, name) ?? 0;
}

/** What a port or handler gets. Of a `forEach` the element that failed stands beside it. */
export function failureData(draft: Draft, step: StepPlan, item: WorkItem, failure: Failure): Json {
  const element = item.each?.kind === "element" ? item.lineage.elements.at(-1) : undefined;
  return {
    step: localId(step.id),
    event: (triggerEvent(item.trigger) ?? null) as unknown as Json,
    error: failure as unknown as Json,
    attempts: item.failures,
    elapsedMs: draft.at - (item.firstAttemptAt ?? draft.at),
    failedAt: draft.at,
    ...(element && { item: element.item, index: element.index }),
  };
}
