import { memo } from "react";
import type { StepId } from "../../workflow/workflow.ts";
import { useBreakpointMarks } from "./breakpointMarks.ts";
import "./BreakpointMark.css";

/** The dot of a breakpoint at a card's corner, and the arrow of a run that stopped there. */
export const BreakpointMark = memo(function BreakpointMark({ id }: { readonly id: StepId }) {
  const isSet = useBreakpointMarks(({ cards }) => cards.has(id));
  const stopped = useBreakpointMarks((marks) => marks.stopped === id);
  if (!isSet && !stopped) return null;
  const label = stopped ? "the run stopped before this step" : "breakpoint";
  return (
    <span
      className={stopped ? "tw-break tw-break-stopped" : "tw-break"}
      role="img"
      aria-label={label}
      title={stopped ? "The run stopped here" : "Breakpoint: a run stops before this step (B)"}
      data-breakpoint={stopped ? "stopped" : "set"}
    />
  );
});
