import type { Stop } from "../editor/canvas/breakpointMarks.ts";
import { pathIn } from "../workflow/subWorkflows.ts";
import type { StepId } from "../workflow/workflow.ts";

/** On which card of the canvas at `scope` a run stands that stopped at a step; `null`: it is not on this canvas. */
export function stopOn(stopped: StepId, scope: string): Stop | null {
  if (!stopped.startsWith(pathIn(scope, ""))) return null;
  const [card = "", ...inside] = stopped.slice(pathIn(scope, "").length).split("/");
  return { card, isInside: inside.length > 0 };
}
