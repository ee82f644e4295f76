import type { RunSummary } from "../../protocol/storedRun.ts";

/** As many as a menu can hold; all others are chosen in the list of runs. */
const most = 12;

/** What a run is worth comparing with: the run it came from, those that came from it, then the newest of its workflow. */
export function runsToCompare(run: RunSummary, runs: readonly RunSummary[]): readonly RunSummary[] {
  const kin = new Set([run.forkOf?.id, run.retryOf?.id]);
  const rank = (other: RunSummary): number => {
    if (kin.has(other.id)) return 0;
    if (other.forkOf?.id === run.id || other.retryOf?.id === run.id) return 1;
    return isOfSameWorkflow(run, other) ? 2 : 3;
  };
  return runs
    .filter((other) => other.id !== run.id && rank(other) < 3)
    .sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
    .slice(0, most);
}

function isOfSameWorkflow(a: RunSummary, b: RunSummary): boolean {
  return a.workflowId === undefined || b.workflowId === undefined ? a.name === b.name : a.workflowId === b.workflowId;
}
