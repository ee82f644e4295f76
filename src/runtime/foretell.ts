import { doesWork } from "../engine/eachPart.ts";
import type { Dispatch } from "../engine/effect.ts";
import type { Result } from "../engine/result.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { StepOf, Workflow } from "../workflow/workflow.ts";
import { handOn } from "./handOn.ts";
import type { Finish } from "./world.ts";

/**
 * The end of an execution that needs nothing from outside (`delay` by `forMs` or `until`, `join`, `stop` without an
 * expression); `undefined`: it must be begun. Never by `cron`, which asks the machine for its time zone.
 */
export function foretell(workflow: Workflow, dispatch: Dispatch): Finish | undefined {
  const step = findStep(workflow, dispatch.step);
  const given = dispatch.event?.data;
  // Its list is read and handed on by the executors, whatever the kind (R72).
  if (!doesWork(dispatch)) return undefined;
  switch (step?.kind) {
    case "delay": {
      const result = dispatch.waits.length > 0 ? handOn(step, given ?? null) : delay(step);
      return result && { results: [result] };
    }
    case "stop":
      if (step.config.result !== undefined) return undefined;
      return { results: [{ kind: "return", value: { type: "Stop", ...(given !== undefined && { data: given }) } }] };
    case "join": {
      const events = (dispatch.event?.events ?? []).map((event) => ({ ...event }));
      return { results: [handOn(step, { events })] };
    }
    default:
      return undefined;
  }
}

/** A waiter that no event can answer, because event types begin with a capital letter. It keeps its due time (R68). */
function delay(step: StepOf<"delay">): Result | undefined {
  const { forMs, until } = step.config;
  const wait = { kind: "wait", ordinal: 0, type: "delay" } as const;
  if (forMs !== undefined) return { ...wait, timeoutMs: forMs };
  const dueAt = typeof until === "string" ? Date.parse(until) : until;
  return dueAt === undefined || Number.isNaN(dueAt) ? undefined : { ...wait, dueAt };
}
