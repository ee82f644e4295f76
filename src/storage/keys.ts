/** `[runId]` sorts before every `[runId, …]`, and an array after every number and string. */
export function rowsOfRun(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId], [runId, []]);
}
