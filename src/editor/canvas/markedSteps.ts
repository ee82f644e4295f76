import { createContext } from "react";
import type { StepId } from "../../workflow/workflow.ts";

/** Steps of this canvas that differ from those of another one, and the word for how. */
export const MarkedStepsContext = createContext<ReadonlyMap<StepId, string>>(new Map());
