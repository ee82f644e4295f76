import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";

/** What a step may run beside the workflow that is edited (R79). */
export interface OtherWorkflows {
  /** Those that are stored here, without the one that is edited. */
  readonly list: readonly { readonly id: string; readonly name: string; readonly steps: number }[];
  /** As it is saved now; `null`: it is not here. */
  load(id: string): Promise<StoredWorkflow | null>;
  /** Shows it on its own canvas. */
  open(id: string): void;
}

export const noOthers: OtherWorkflows = { list: [], load: async () => null, open: () => {} };
