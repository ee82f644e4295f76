/**
 * The draft that holds what can be undone and redone in a workflow's editor. It is written in the transaction of each
 * save, as `{ revision, undo }`; of another revision than the workflow's it means nothing.
 */
export function undoKey(workflowId: string): string {
  return `undo ${workflowId}`;
}
