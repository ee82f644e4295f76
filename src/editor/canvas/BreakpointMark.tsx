import { memo } from "react";
import type { StepId } from "../../workflow/workflow.ts";
import { useBreakpointMarks } from "./breakpointMarks.ts";
import "./BreakpointMark.css";

/** The dot of a breakpoint at a card's corner, and the arrow of a run that stopped there. */
export const BreakpointMark = memo(function BreakpointMark({ id }: { readonly id: StepId }) {
  const isSet = useBreakpointMarks(({ cards }) => cards.has(id));
  const stop = useBreakpointMarks((marks) => (marks.stopped?.card === id ? marks.stopped : null));
  const stopped = stop !== null;
  if (!isSet && !stopped) return null;
  const where = stop?.isInside === true ? "inside of this step" : "before this step";
  const label = stopped ? `the run stopped ${where}` : "breakpoint";
  return (
    <span
      className={stopped ? "tw-break tw-break-stopped" : "tw-break"}
      role="img"
      aria-label={label}
      title={stopped ? `The run stopped ${where}` : "Breakpoint: a run stops before this step (B)"}
      data-breakpoint={stopped ? "stopped" : "set"}
    />
  );
});
