import type { Workflow } from "../workflow/workflow.ts";
import type { RunSummary } from "./storedRun.ts";

export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly steps: number;
  /** Epoch ms. */
  readonly editedAt: number;
  readonly revision: number;
  readonly lastRun?: RunSummary;
  /** For the small picture of the start page. */
  readonly picture: {
    readonly nodes: readonly (readonly [x: number, y: number])[];
    readonly wires: readonly (readonly [from: number, to: number])[];
  };
}

export interface StoredWorkflow {
  readonly id: string;
  /** Counts saves; a save must name the one it is based on. */
  readonly revision: number;
  readonly editedAt: number;
  readonly workflow: Workflow;
}

/** One saved version of a workflow that is kept. */
export interface WorkflowVersion {
  readonly revision: number;
  /** Epoch ms. */
  readonly editedAt: number;
  readonly steps: number;
  /** What changed since the version before it, in words: `2 steps added`, `test renamed`. Empty for the first one. */
  readonly changes: string;
}
