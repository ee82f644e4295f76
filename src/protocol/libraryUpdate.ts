import type { HookNotification, HookReport } from "./hooks.ts";
import type { RunnerHealth } from "./runnerApi.ts";
import type { RunSummary } from "./storedRun.ts";
import type { WorkflowSummary } from "./storedWorkflow.ts";

/** What changed in the lists of the start page, and what hooks did. */
export type LibraryUpdate =
  | { readonly kind: "workflows"; readonly workflows: readonly WorkflowSummary[] }
  /** Those that live, need somebody or come from another run, and the newest; `version` changes with any of all. */
  | { readonly kind: "runs"; readonly runs: readonly RunSummary[]; readonly all: number; readonly version: number }
  | { readonly kind: "runner"; readonly runner: RunnerStatus }
  | { readonly kind: "storage"; readonly storage: StorageStatus }
  /** What came of calls of hooks that this tab made, those that are remembered and each as it changes. */
  | { readonly kind: "hook-reports"; readonly reports: readonly HookReport[] }
  /** Once, to whoever looks now. */
  | { readonly kind: "notification"; readonly notification: HookNotification };

export type RunnerStatus =
  | { readonly kind: "unpaired" }
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly health: RunnerHealth }
  | { readonly kind: "unreachable"; readonly since: number }
  | { readonly kind: "refused"; readonly message: string };

export interface StorageStatus {
  /** Bytes, as the browser estimates them. */
  readonly used: number | null;
  readonly quota: number | null;
  /** Whether the browser promised not to evict it. */
  readonly persistent: boolean;
  /** Why nothing can be written now. */
  readonly trouble: string | null;
  /** A newer version of Tickwork has the database: this tab reads and writes nothing before it is reloaded. */
  readonly outdated?: true;
}
