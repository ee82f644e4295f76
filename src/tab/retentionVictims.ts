import { keepTag, type Retention } from "../protocol/runList.ts";
import type { RunSummary } from "../protocol/storedRun.ts";

const dayMs = 86_400_000;

/**
 * Runs that a rule lets go, oldest first: ended, without the tag that keeps them, and kept by neither part of the rule.
 */
export function retentionVictims(
  runs: Iterable<RunSummary>,
  tagsOf: (id: string) => readonly string[],
  { keepLast, days }: Retention,
  now: number,
): readonly RunSummary[] {
  if (keepLast === undefined && days === undefined) return [];
  const perWorkflow = new Map<string, number>();
  const newestFirst = [...runs].sort((a, b) => b.createdAt - a.createdAt);
  const victims = newestFirst.filter((run) => {
    const workflow = run.workflowId ?? `name ${run.name}`;
    const newer = perWorkflow.get(workflow) ?? 0;
    perWorkflow.set(workflow, newer + 1);
    if (run.lifecycle !== "completed" || tagsOf(run.id).includes(keepTag)) return false;
    if (keepLast !== undefined && newer < keepLast) return false;
    return days === undefined || run.createdAt < now - days * dayMs;
  });
  return victims.toReversed();
}
