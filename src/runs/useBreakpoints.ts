import { useCallback, useEffect, useMemo } from "react";
import { hideBreakpoints, showBreakpoints } from "../editor/canvas/breakpointMarks.ts";
import { useKeptBreakpoints } from "../editor/keptBreakpoints.ts";
import type { Breakpoints } from "../engine/tick.ts";
import { noBreakpoints, toggled } from "../protocol/breakpoints.ts";
import { showToast } from "../ui/toast.ts";
import { localId, scopeOf } from "../workflow/subWorkflows.ts";
import { startNode } from "../workflow/wires.ts";
import { useNewest, useRunContext } from "./RunContext.ts";
import { stopOn } from "./stopOn.ts";

export interface RunBreakpoints {
  readonly breakpoints: Breakpoints;
  /** Of this run while it lives, and of the next runs of its workflow. */
  readonly toggle: (what: "steps" | "events", place: string) => void;
}

/** Where this run stops; of one that has ended, where the next one will. The canvas marks it. */
export function useBreakpoints(): RunBreakpoints {
  const { api, stored, inside, damaged } = useRunContext();
  const { id, workflowId, imported } = stored.summary;
  const ended = useNewest(({ view }) => view.lifecycle === "completed") ?? true;
  const own = useNewest(({ view }) => view.breakpoints);
  const stopped = useNewest(({ view }) => view.stopped?.step) ?? null;
  const kept = useKeptBreakpoints(api, workflowId);
  const lives = !ended && !damaged && imported !== true;
  const breakpoints = lives ? (own ?? noBreakpoints) : kept.breakpoints;
  const { keep } = kept;
  const toggle = useCallback(
    (what: "steps" | "events", place: string) => {
      const next = toggled(breakpoints, what, place);
      keep(next);
      if (!lives) return;
      void api.setBreakpoints(id, next).then((answer) => {
        if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
      });
    },
    [api, id, breakpoints, keep, lives],
  );
  useEffect(() => {
    const here = breakpoints.steps.filter((step) => scopeOf(step) === inside).map(localId);
    const start = breakpoints.events.includes("Start") ? [startNode] : [];
    showBreakpoints({
      cards: new Set([...here, ...start]),
      stopped: stopped === null ? null : stopOn(stopped, inside),
    });
    return hideBreakpoints;
  }, [breakpoints, stopped, inside]);
  return useMemo(() => ({ breakpoints, toggle }), [breakpoints, toggle]);
}
