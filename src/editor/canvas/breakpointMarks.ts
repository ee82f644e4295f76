import { create } from "zustand";
import type { StepId } from "../../workflow/workflow.ts";

/** What the canvas that is shown marks: where a run stops, and where one has stopped. */
export interface BreakpointMarks {
  /** Ids on this canvas; the start stands for the event that begins a run. */
  readonly cards: ReadonlySet<StepId>;
  readonly stopped: Stop | null;
}

export interface Stop {
  /** The card, by its id on this canvas. */
  readonly card: StepId;
  /** It stopped at a step of the workflow that this one runs. */
  readonly isInside: boolean;
}

const none: BreakpointMarks = { cards: new Set(), stopped: null };

/** One canvas is shown at a time, so one store tells all cards; a card follows only what concerns itself. */
export const useBreakpointMarks = create<BreakpointMarks>(() => none);

export function showBreakpoints(marks: BreakpointMarks): void {
  useBreakpointMarks.setState(marks);
}

export function hideBreakpoints(): void {
  useBreakpointMarks.setState(none);
}
