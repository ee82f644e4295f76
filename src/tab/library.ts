import type { HookAudience, HookNotification, HookReport } from "../protocol/hooks.ts";
import type { LibraryUpdate, RunnerStatus, StorageStatus } from "../protocol/libraryUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import type { Database } from "../storage/Database.ts";
import { listRuns } from "../storage/runs.ts";
import { loadAllTags } from "../storage/runTags.ts";
import type { WorkflowRow } from "../storage/schema.ts";
import { listWorkflows } from "../storage/workflows.ts";
import { pictureOf } from "../workflow/pictureOf.ts";
import { createPace } from "./pace.ts";
import { createPorts } from "./ports.ts";
import { RunList } from "./runList.ts";

/** The lists of the start page, as this tab knows them. */
export interface Library {
  watch(port: MessagePort): void;
  setWorkflow(row: WorkflowRow): void;
  removeWorkflow(id: string): void;
  setRun(summary: RunSummary): void;
  removeRun(id: string): void;
  /** Tells nobody of these runs, or of them again. */
  hideRuns(ids: readonly string[], hidden: boolean): void;
  setTags(id: string, tags: readonly string[]): void;
  runOf(id: string): RunSummary | undefined;
  /** All runs. */
  readonly list: Omit<RunList, "set" | "remove" | "setTags" | "hide">;
  setRunner(status: RunnerStatus): void;
  setStorage(status: StorageStatus): void;
  /** Hears of what hooks of the runs of this tab do. */
  readonly hookAudience: HookAudience;
  /** Reads both lists; later changes come through the setters. */
  load(): Promise<void>;
}

type Kind = Exclude<LibraryUpdate["kind"], "hook-reports" | "notification">;

/** Reports of hooks that are kept for a page that looks later. */
const keptReports = 1_000;

/**
 * Sends what changed, at most once per frame: the workflows whole, because they are not many, and of the runs those that
 * every page wants to know of.
 */
export function createLibrary(database: Database): Library {
  const workflows = new Map<string, WorkflowSummary>();
  const runs = new RunList();
  /** The newest run of each workflow; `undefined`: to be looked for. */
  let newest: Map<string, RunSummary> | undefined;
  let runner: RunnerStatus = { kind: "connecting" };
  let storage: StorageStatus | null = null;
  let loaded = false;
  const reports = new Map<string, HookReport>();
  /** Nobody looked yet: the page is still being loaded. */
  const unseen: HookNotification[] = [];
  const changed = new Set<Kind>();
  const ports = createPorts<LibraryUpdate>();

  const updates: Record<Kind, () => LibraryUpdate | null> = {
    workflows: () => (loaded ? { kind: "workflows", workflows: workflowList() } : null),
    runs: () => (loaded ? { kind: "runs", runs: runs.told(), all: runs.size, version: runs.version } : null),
    runner: () => ({ kind: "runner", runner }),
    storage: () => storage && { kind: "storage", storage },
  };

  const pace = createPace(() => {
    for (const kind of changed) {
      const update = updates[kind]();
      if (update) ports.send(update);
    }
    changed.clear();
  });

  function change(...kinds: Kind[]): void {
    for (const kind of kinds) changed.add(kind);
    if (ports.size > 0) pace.ask();
  }

  /** Whether a run is the newest of its workflow now. */
  function becomesNewest(run: RunSummary): boolean {
    if (run.workflowId === undefined) return false;
    newest ??= new Map();
    const before = newest.get(run.workflowId);
    if (before && before.id !== run.id && before.createdAt > run.createdAt) return false;
    newest.set(run.workflowId, run);
    return true;
  }

  /** Newest first; each with its newest run. */
  function workflowList(): WorkflowSummary[] {
    if (newest === undefined) for (const run of runs.values()) becomesNewest(run);
    return [...workflows.values()]
      .sort((a, b) => b.editedAt - a.editedAt)
      .map((summary) => {
        const lastRun = newest?.get(summary.id);
        return lastRun ? { ...summary, lastRun } : summary;
      });
  }

  function summarize({ id, revision, editedAt, workflow }: WorkflowRow): WorkflowSummary {
    const steps = Object.keys(workflow.steps).length;
    return { id, name: workflow.name, steps, editedAt, revision, picture: pictureOf(workflow) };
  }

  return {
    watch(port) {
      ports.add(port);
      for (const kind of Object.keys(updates) as Kind[]) {
        const update = updates[kind]();
        if (update) port.postMessage(update);
      }
      if (reports.size > 0) port.postMessage({ kind: "hook-reports", reports: [...reports.values()] });
      for (const notification of unseen.splice(0)) port.postMessage({ kind: "notification", notification });
    },
    setWorkflow(row) {
      workflows.set(row.id, summarize(row));
      change("workflows");
    },
    removeWorkflow(id) {
      workflows.delete(id);
      change("workflows");
    },
    setRun(summary) {
      runs.set(summary);
      change("runs");
      // Without the others nobody knows whether it is.
      if (newest === undefined || becomesNewest(summary)) change("workflows");
    },
    removeRun(id) {
      newest = undefined;
      runs.remove(id);
      change("runs", "workflows");
    },
    hideRuns(ids, hidden) {
      newest = undefined;
      runs.hide(ids, hidden);
      change("runs", "workflows");
    },
    setTags(id, tags) {
      runs.setTags(id, tags);
      change("runs");
    },
    runOf: (id) => runs.get(id),
    list: runs,
    setRunner(status) {
      runner = status;
      change("runner");
    },
    setStorage(status) {
      storage = status;
      change("storage");
    },
    hookAudience: {
      notify(notification) {
        if (ports.size > 0) ports.send({ kind: "notification", notification });
        else unseen.push(notification);
      },
      report(report) {
        const name = `${report.run} ${report.seq}`;
        reports.delete(name);
        reports.set(name, report);
        for (const [oldest] of reports) {
          if (reports.size <= keptReports) break;
          reports.delete(oldest);
        }
        ports.send({ kind: "hook-reports", reports: [report] });
      },
    },
    async load() {
      const [rows, runRows, tags] = await Promise.all([
        listWorkflows(database),
        listRuns(database),
        loadAllTags(database),
      ]);
      for (const row of rows) workflows.set(row.id, summarize(row));
      // A run that began while this was read is newer than what was read.
      for (const row of runRows) if (runs.get(row.id) === undefined) runs.set(row.summary);
      for (const [id, of] of tags) if (runs.get(id) !== undefined) runs.setTags(id, of);
      newest = undefined;
      loaded = true;
      change("workflows", "runs");
    },
  };
}
