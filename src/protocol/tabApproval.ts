import type { Permission } from "../workflow/permission.ts";

/** What a person allowed this browser to do by itself for a workflow: requests to hosts. */
export interface TabApproval {
  /** Of the document, or the digest of a workflow that has no id. */
  readonly workflowId: string;
  /** Of the workflow when it was allowed; older approvals do not say it. */
  readonly name?: string;
  readonly permissions: readonly Permission[];
  /** Epoch ms; older approvals do not say it. */
  readonly at?: number;
}
