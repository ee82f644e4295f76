import type { Edit } from "../workflow/edits/edit.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** The document of an open editor, for what stands around it. */
export interface OpenDocument {
  /** As it is now, saved or not. */
  workflow(): Workflow;
  /** As one step of undo. */
  apply(edit: Edit): void;
}
