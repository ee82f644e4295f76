import { createContext } from "react";
import type { StepId } from "../../workflow/workflow.ts";

/** Steps of this canvas that differ from those of another one beside it. */
export const MarkedStepsContext = createContext<ReadonlySet<StepId>>(new Set());
