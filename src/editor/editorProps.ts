import type { EngineApi } from "../protocol/engineApi.ts";
import type { LastRun } from "../protocol/storedRun.ts";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { RunnerOffers, StepTester } from "./editorContext.ts";
import type { TaskResults } from "./inspector/condition/conditionReason.ts";
import type { OpenDocument } from "./openDocument.ts";
import type { OtherWorkflows } from "./otherWorkflows.ts";
import type { RunWay } from "./runWay.ts";

export interface EditorProps {
  /** As it was loaded. Another workflow needs another `key`. */
  readonly stored: StoredWorkflow;
  /** The revision that is stored now, by whatever tab; left out: nobody else saves it. */
  readonly newest?: number | undefined;
  /** What could be undone in it when it was saved (`protocol/undoKey.ts`). */
  readonly undo?: Json | null;
  readonly api: Pick<EngineApi, "saveWorkflow" | "loadWorkflow" | "checkSources">;
  /** Where breakpoints are kept; left out: for this page only. */
  readonly drafts?: Pick<EngineApi, "saveDraft" | "loadDraft">;
  /** Where earlier versions are kept; left out: nowhere. */
  readonly versions?: Pick<EngineApi, "workflowVersions" | "loadVersion">;
  /** The newest run: offered where nothing else is known of a step, and shown beside its settings. */
  readonly lastRun?: LastRun | null;
  /** How the tasks of the last run ended, for the preview of conditions; `null`: there was none. */
  readonly lastTasks?: TaskResults | null;
  readonly runner?: RunnerOffers;
  /** Carries single steps out. */
  readonly tester?: StepTester | undefined;
  /** What a step of it may run. */
  readonly others?: OtherWorkflows;
  readonly onManageRunner?: () => void;
  /** Shows what the workflow names on a machine, to be bound to this one. */
  readonly onMakeYours?: (document: OpenDocument) => void;
  /** It came from a file, and nobody has looked at what it names yet; called when that is not to be said again. */
  readonly onForeignSeen?: (() => void) | undefined;
  /** The step to begin with, and the line of its code. */
  readonly show?: { readonly step: StepId; readonly line?: number } | undefined;
  /** The document as it stands now, saved or not. */
  readonly onRun: (workflow: Workflow, way: RunWay) => void;
  /** Shows another workflow: a copy of this one. */
  readonly onOpen: (workflowId: string) => void;
  /** Asks whether to delete the workflow, and does. */
  readonly onDelete: () => void;
}
