import type { Dispatch } from "../../engine/effect.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { handOn } from "../handOn.ts";
import type { Finish } from "../world.ts";

/** The kinds whose end follows from the dispatch alone: `delay` by `forMs` and `until`, and `stop` without an expression. */
export function foretellKind(workflow: Workflow, dispatch: Dispatch): Finish | undefined {
  const step = workflow.steps[dispatch.step];
  if (step?.kind === "delay") return delay(step, dispatch);
  if (step?.kind === "stop" && step.config.result === undefined) {
    const data = dispatch.event?.data;
    return { results: [{ kind: "return", value: { type: "Stop", ...(data !== undefined && { data }) } }] };
  }
  return undefined;
}

/** A delay is a waiter that no event can answer: event types begin with a capital letter. */
export const delayWaiterType = "delay";

function delay(step: Extract<Step, { kind: "delay" }>, dispatch: Dispatch): Finish | undefined {
  if (dispatch.waits.length > 0) return { results: [handOn(step, dispatch.event?.data ?? null)] };
  const { forMs, until } = step.config;
  const wait = { kind: "wait", ordinal: 0, type: delayWaiterType } as const;
  if (forMs !== undefined) return { results: [{ ...wait, timeoutMs: forMs }] };
  if (typeof until === "number") return { results: [{ ...wait, dueAt: until }] };
  return undefined;
}
