import type { Breakpoints } from "../engine/tick.ts";
import type { Json, JsonObject } from "../workflow/json.ts";

/** Under which the breakpoints of a workflow are kept (`saveDraft`); new runs of it begin with them. */
export const breakpointsKey = (workflowId: string): string => `breakpoints/${workflowId}`;

export const noBreakpoints: Breakpoints = { steps: [], events: [] };

/** What is kept, whoever wrote it. */
export function readBreakpoints(kept: Json | null): Breakpoints {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return noBreakpoints;
  const { steps, events } = kept as JsonObject;
  return { steps: textsIn(steps), events: textsIn(events) };
}

/** With the place when it was not among them, else without it. */
export function toggled(breakpoints: Breakpoints, what: "steps" | "events", place: string): Breakpoints {
  const had = breakpoints[what];
  return { ...breakpoints, [what]: had.includes(place) ? had.filter((each) => each !== place) : [...had, place] };
}

function textsIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}
