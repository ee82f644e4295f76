import type { ExecutionId } from "../engine/tick.ts";
import type { StateView, StepView } from "../engine/view.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { RunSummary } from "./storedRun.ts";

export type Owner = "this-tab" | "other-tab" | "none";

/** Why something waits although nothing of the run stops it. */
export type Hold =
  | {
      readonly kind: "runner-unreachable";
      readonly execution: ExecutionId;
      readonly since: number;
      readonly nextTryAt: number;
    }
  | { readonly kind: "workspace"; readonly execution: ExecutionId; readonly heldBy?: string }
  | { readonly kind: "storage"; readonly message: string };

/** What a watcher of a run receives, at most once per frame; the first message is whole. */
export type RunUpdate =
  | {
      readonly kind: "whole";
      readonly seq: number;
      readonly view: StateView;
      readonly owner: Owner;
      readonly holds: readonly Hold[];
      readonly summary: RunSummary;
    }
  | {
      readonly kind: "changes";
      readonly seq: number;
      /** Everything of the view but its steps. */
      readonly run: Omit<StateView, "steps">;
      /** Only the steps that changed. */
      readonly steps: Readonly<Record<StepId, StepView>>;
      readonly owner: Owner;
      readonly holds: readonly Hold[];
      readonly summary: RunSummary;
    }
  /** The run was deleted. */
  | { readonly kind: "gone" };

/** As `console` names them. */
export type LogLevel = "debug" | "log" | "info" | "warn" | "error";

/** What a watcher of one execution's output receives. */
export type OutputUpdate =
  | {
      readonly kind: "bytes";
      readonly stream: "stdout" | "stderr" | "log";
      readonly from: number;
      readonly text: string;
      /** Of a line of a log: when it was written, epoch ms, and how grave it is. */
      readonly at?: number;
      readonly level?: LogLevel;
    }
  /** Bytes that were not kept. */
  | { readonly kind: "gap"; readonly stream: "stdout" | "stderr" | "log"; readonly from: number; readonly to: number }
  | { readonly kind: "end" }
  | { readonly kind: "unavailable"; readonly reason: string };
