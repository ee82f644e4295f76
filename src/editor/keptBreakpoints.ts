import { useCallback, useEffect, useRef, useState } from "react";
import type { Breakpoints } from "../engine/tick.ts";
import { breakpointsKey, noBreakpoints, readBreakpoints } from "../protocol/breakpoints.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { Json } from "../workflow/json.ts";

/** Breakpoints of a workflow, as they are kept for its next runs. */
export interface KeptBreakpoints {
  readonly breakpoints: Breakpoints;
  readonly keep: (next: Breakpoints) => void;
}

export function useKeptBreakpoints(
  drafts: Pick<EngineApi, "loadDraft" | "saveDraft"> | undefined,
  workflowId: string | undefined,
): KeptBreakpoints {
  const [breakpoints, setBreakpoints] = useState<Breakpoints>(noBreakpoints);
  const touched = useRef(false);
  useEffect(() => {
    if (workflowId === undefined || drafts === undefined) return;
    let left = false;
    touched.current = false;
    const load = drafts.loadDraft(breakpointsKey(workflowId)).catch(() => null);
    void load.then((kept) => {
      if (!left && !touched.current) setBreakpoints(readBreakpoints(kept));
    });
    return () => {
      left = true;
    };
  }, [drafts, workflowId]);
  const keep = useCallback(
    (next: Breakpoints) => {
      touched.current = true;
      setBreakpoints(next);
      if (workflowId === undefined || drafts === undefined) return;
      const none = next.steps.length + next.events.length === 0;
      void drafts.saveDraft(breakpointsKey(workflowId), none ? null : (next as unknown as Json));
    },
    [drafts, workflowId],
  );
  return { breakpoints, keep };
}
