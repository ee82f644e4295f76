import type { HookAudience } from "../protocol/hooks.ts";
import type { RunnerStatus } from "../protocol/libraryUpdate.ts";
import type { RunnerHealth, RunnerRefusal, WorkflowPermissions } from "../protocol/runnerApi.ts";
import type { FoundSecrets, KeptChange, LocalModels, RunnerKept } from "../protocol/runnerKept.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import type { ScenarioKinds } from "../runtime/scenario/driveScenario.ts";
import type { Executors, Hooks } from "../runtime/world.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import type { Permission } from "../workflow/permission.ts";
import type { Problem } from "../workflow/problem.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";

/**
 * What a tab has around its runs: the sandbox for user code and the companion runner. The engine worker's entry
 * fills it in with `src/steps`.
 */
export interface Outside {
  /** A promise where their code is loaded for the first run that needs it. */
  executorsOf(run: RunToExecute): Executors | Promise<Executors>;
  /** Who calls the hooks of a run; left out: nobody does. Asked only where the workflow has hooks. */
  hooksOf?(run: Omit<RunToExecute, "onHolds">, audience: HookAudience): Hooks | Promise<Hooks>;
  /** What needs more than the document: code that does not parse, expressions that do not compile. */
  checkSources(workflow: Workflow): Promise<readonly Problem[]>;
  /** Where a value breaks its schema, with a JSON pointer into the value. In the sandbox, because of `pattern`. */
  validate(schema: JsonSchema, value: Json): Promise<readonly { readonly pointer: string; readonly message: string }[]>;
  /** How kinds that act by themselves do so in a scenario; left out: a recorded run is not played again. */
  scenarioKinds?(): ScenarioKinds | Promise<ScenarioKinds>;
  readonly runner: RunnerLink;
}

export interface RunToExecute {
  readonly runId: string;
  readonly workflow: Workflow;
  readonly digest: string;
  /** Of the document that it was frozen from, where there is one. */
  readonly workflowId?: string;
  /** Fencing number of this owner. */
  readonly epoch: number;
  /** Why this process may not do something any more that was allowed when the run began; `null`: it may. */
  withdrawnSince?(permission: Permission): Promise<string | null>;
  /** Steps for whose work their pinned outputs stand; left out: none. */
  readonly pins?: readonly StepId[];
  /** All that the executors of this run wait for now, each time it changes. */
  onHolds(holds: readonly Hold[]): void;
}

export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RunnerRefusal }
  /** Nobody answers, or no token is known. */
  | { readonly ok: false; readonly unreachable: string };

/** The companion runner as this tab reaches it. */
export interface RunnerLink {
  readonly status: RunnerStatus;
  onStatus(listener: (status: RunnerStatus) => void): void;
  /** `null` forgets it. */
  setToken(token: string | null): void;
  /** Asks with this token whether it is the right one. */
  health(): Promise<Asked<RunnerHealth>>;
  permissions(workflow: Workflow, workflowId?: string): Promise<Asked<WorkflowPermissions>>;
  approve(workflow: Workflow, hash: string, workflowId?: string): Promise<Asked<null>>;
  /** Takes back all consent to this workflow. */
  withdraw(workflowId: string): Promise<Asked<null>>;
  kept(): Promise<Asked<RunnerKept>>;
  changeKept(change: KeptChange): Promise<Asked<RunnerKept>>;
  findLocalModels(): Promise<Asked<readonly LocalModels[]>>;
  /** Looks for the runner's secrets in a file, which stays on this machine. */
  findSecrets(file: Blob): Promise<Asked<FoundSecrets>>;
  /** Output of an attempt from its first byte on, live, until it ended or the answer is called. */
  watchOutput(key: string, listener: (output: RunnerOutput) => void): () => void;
}

export type RunnerOutput =
  | { readonly kind: "bytes"; readonly stream: "stdout" | "stderr"; readonly from: number; readonly text: string }
  | { readonly kind: "gap"; readonly stream: "stdout" | "stderr"; readonly from: number; readonly to: number }
  | { readonly kind: "end" }
  | { readonly kind: "unavailable"; readonly reason: string };
