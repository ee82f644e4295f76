import type { StepId } from "../workflow/workflow.ts";

/** How a workflow is run from the editor; `{}`: whole and for real. */
export interface RunWay {
  /** Pinned outputs stand for their steps. */
  readonly withPins?: true;
  /** Only what leads to this step. */
  readonly upTo?: StepId;
}
