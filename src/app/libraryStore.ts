import { create } from "zustand";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { LibraryUpdate, RunnerStatus, StorageStatus } from "../protocol/libraryUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";

import { addHookReports } from "../runs/hookReports.ts";
import { useKnownRuns } from "../runs/knownRuns.ts";
import { notifyOfHook } from "./notifyOfHook.ts";

/** What the lists of the page know. `null`: the engine has not said it yet. */
export interface Library {
  readonly workflows: readonly WorkflowSummary[] | null;
  /** Not all: those that live, need somebody or come from another run, and the newest. */
  readonly runs: readonly RunSummary[] | null;
  /** How many there are, and a number that changes with any of them. */
  readonly allRuns: { readonly count: number; readonly version: number };
  readonly runner: RunnerStatus;
  readonly storage: StorageStatus | null;
}

export const emptyLibrary: Library = {
  workflows: null,
  runs: null,
  allRuns: { count: 0, version: 0 },
  runner: { kind: "connecting" },
  storage: null,
};

export function applyLibraryUpdate(library: Library, update: LibraryUpdate): Library {
  switch (update.kind) {
    case "workflows":
      return { ...library, workflows: update.workflows };
    case "runs":
      return { ...library, runs: update.runs, allRuns: { count: update.all, version: update.version } };
    case "runner":
      return { ...library, runner: update.runner };
    case "storage":
      return { ...library, storage: update.storage };
    case "hook-reports":
    case "notification":
      return library;
  }
}

/** How many things of all runs wait for a person. */
export function needsYou(runs: readonly RunSummary[] | null): number {
  return (runs ?? []).reduce((sum, run) => sum + run.needsYou, 0);
}

export const useLibrary = create<Library>(() => emptyLibrary);

/** Feeds the store for as long as the page lives. */
export function watchLibrary(api: EngineApi): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "hook-reports") addHookReports(data.reports);
    else if (data.kind === "notification") notifyOfHook(data.notification);
    else useLibrary.setState((library) => applyLibraryUpdate(library, data));
    if (data.kind === "runs") useKnownRuns.setState({ runs: data.runs });
  };
  void api.watchLibrary(port2);
}
