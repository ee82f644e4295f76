import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import type { Json } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { useLibrary } from "./libraryStore.ts";

/**
 * `window.tickwork`: the engine's public calls for the console and for tests. Stable. Every call rejects with the
 * sentence a person would see.
 */
export interface TickworkConsole {
  /** The workflows of this browser. */
  workflows(): Promise<readonly WorkflowSummary[]>;
  /** The runs of this browser, newest first. */
  runs(): Promise<readonly RunSummary[]>;
  /** Starts a stored workflow by its id, or a whole document; resolves with the run's id. */
  start(workflow: string | Workflow, input?: Json): Promise<string>;
  /** Sends an event into a run, to one step or to whoever accepts it. */
  send(run: string, event: { readonly type: string; readonly data?: Json }, to?: string): Promise<void>;
  cancel(run: string, reason?: string): Promise<void>;
  /** The run log as text (`*.runlog.jsonl`). */
  export(run: string): Promise<string>;
}

declare global {
  interface Window {
    tickwork: TickworkConsole;
  }
}

export function installConsole(api: EngineApi): void {
  window.tickwork = {
    workflows: () => knownWorkflows(),
    async runs() {
      const all = await api.listRuns({ order: "started", descending: true }, 0, Number.MAX_SAFE_INTEGER);
      return value(all).rows;
    },
    async start(workflow, input = null) {
      if (typeof workflow !== "string") return value(await api.startRun({ workflow, input })).runId;
      const stored = value(await api.loadWorkflow(workflow));
      return value(await api.startRun({ workflowId: stored.id, workflow: stored.workflow, input })).runId;
    },
    async send(run, event, to) {
      value(await api.send(run, event, to));
    },
    async cancel(run, reason) {
      value(await api.cancel(run, reason));
    },
    async export(run) {
      return value(await api.exportLog(run)).text();
    },
  };
}

function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(answer.refusal.message);
  return answer.value;
}

/** The list as soon as the engine has told it. */
function knownWorkflows(): Promise<readonly WorkflowSummary[]> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const { workflows } = useLibrary.getState();
      if (workflows) resolve(workflows);
      return workflows !== null;
    };
    if (look()) return;
    const stop = useLibrary.subscribe(() => {
      if (look()) stop();
    });
  });
}
