import { useCallback, useEffect } from "react";
import { toggled } from "../protocol/breakpoints.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { startNode } from "../workflow/wires.ts";
import type { StepId } from "../workflow/workflow.ts";
import { hideBreakpoints, showBreakpoints } from "./canvas/breakpointMarks.ts";
import { useKeptBreakpoints } from "./keptBreakpoints.ts";

/** Marks where new runs of the workflow stop; answers what sets and removes the breakpoint of a card. */
export function useCardBreakpoints(
  drafts: Pick<EngineApi, "loadDraft" | "saveDraft"> | undefined,
  workflowId: string,
): (card: StepId) => void {
  const { breakpoints, keep } = useKeptBreakpoints(drafts, workflowId);
  useEffect(() => {
    const start = breakpoints.events.includes("Start") ? [startNode] : [];
    showBreakpoints({ cards: new Set([...breakpoints.steps, ...start]), stopped: null });
    return hideBreakpoints;
  }, [breakpoints]);
  return useCallback(
    // The start is no step: what it hands on is the event that begins a run.
    (card) => keep(card === startNode ? toggled(breakpoints, "events", "Start") : toggled(breakpoints, "steps", card)),
    [breakpoints, keep],
  );
}
