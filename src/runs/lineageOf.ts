import type { RunSummary } from "../protocol/storedRun.ts";

/** A run among those that come from one another. */
export interface LineageRow {
  readonly run: RunSummary;
  /** 0: the first of them that is here. */
  readonly depth: number;
}

/** The run that it was forked from, or whose successes it took over. */
export function parentOf({ forkOf, retryOf }: RunSummary): string | undefined {
  return forkOf?.id ?? retryOf?.id;
}

/**
 * Everything that comes from the same first run as `id`, each behind the one it comes from, in the order in which they
 * began. Empty: the run stands alone.
 */
export function lineageOf(runs: readonly RunSummary[], id: string): readonly LineageRow[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  let root = byId.get(id);
  const climbed = new Set<string>();
  for (;;) {
    const parent = root && byId.get(parentOf(root) ?? "");
    if (root === undefined || parent === undefined || climbed.has(parent.id)) break;
    climbed.add(root.id);
    root = parent;
  }
  if (root === undefined) return [];
  const children = new Map<string, RunSummary[]>();
  for (const run of runs) {
    const parent = parentOf(run);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(run);
    else children.set(parent, [run]);
  }
  const rows: LineageRow[] = [];
  const open: LineageRow[] = [{ run: root, depth: 0 }];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { run, depth } = next;
    if (seen.has(run.id)) continue;
    seen.add(run.id);
    rows.push(next);
    const below = (children.get(run.id) ?? []).toSorted((a, b) => b.createdAt - a.createdAt);
    for (const child of below) open.push({ run: child, depth: depth + 1 });
  }
  return rows.length > 1 ? rows : [];
}

/** How a run came from another, in a few words; `null`: it did not. */
export function originText({ forkOf, retryOf }: RunSummary): string | null {
  if (forkOf !== undefined)
    return forkOf.seq === 0
      ? `fork of run ${forkOf.number}, from its start`
      : `fork of run ${forkOf.number} after tick ${forkOf.seq}`;
  return retryOf === undefined ? null : `retries run ${retryOf.number}`;
}
