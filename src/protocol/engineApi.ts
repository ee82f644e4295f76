import type { Event } from "../engine/event.ts";
import type { LastStep } from "../engine/lastSteps.ts";
import type { RunOutcome } from "../engine/notice.ts";
import type { Exit } from "../engine/result.ts";
import type { Breakpoints, Decision, ExecutionId, ItemId, Tick } from "../engine/tick.ts";
import type { Lifecycle, StateView, StepOutcome, StepView } from "../engine/view.ts";
import type { Json } from "../workflow/json.ts";
import type { Permission } from "../workflow/permission.ts";
import type { Problem } from "../workflow/problem.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { ExportedFile, ExportForm, LogReport } from "./exports.ts";
import type { Fork, ForkForeseen, WaitingItem } from "./fork.ts";
import type { HookNotification, HookReport } from "./hooks.ts";
import type { Retention, RunListPage, RunQuery, StorageUsage } from "./runList.ts";
import type { RunnerHealth, WorkflowPermissions } from "./runnerApi.ts";
import type { KeptChange, LocalModels, RunnerKept } from "./runnerKept.ts";
import type { StepTest, TestedStep } from "./stepTest.ts";

/*
 * What the page may ask of the engine worker, over Comlink. Failures are data, because errors cross a worker as
 * name and message only. Subscriptions are MessagePorts that the page closes; each carries one union of messages.
 */

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export interface Refusal {
  readonly code:
    | "not-found"
    | "conflict"
    | "invalid"
    | "damaged"
    | "newer-format"
    | "too-large"
    | "quota"
    | "storage"
    | "not-owner"
    | "needs-permission"
    | "runner-unreachable"
    | "refused";
  /** What, where and what to do, for a person. */
  readonly message: string;
  readonly problems?: readonly Problem[];
}

export interface WorkflowSummary {
  readonly id: string;
  readonly name: string;
  readonly steps: number;
  /** Epoch ms. */
  readonly editedAt: number;
  readonly revision: number;
  readonly lastRun?: RunSummary;
  /** For the small picture of the start page. */
  readonly picture: {
    readonly nodes: readonly (readonly [x: number, y: number])[];
    readonly wires: readonly (readonly [from: number, to: number])[];
  };
}

export interface StoredWorkflow {
  readonly id: string;
  /** Counts saves; a save must name the one it is based on. */
  readonly revision: number;
  readonly editedAt: number;
  readonly workflow: Workflow;
}

/** One saved version of a workflow that is kept. */
export interface WorkflowVersion {
  readonly revision: number;
  /** Epoch ms. */
  readonly editedAt: number;
  readonly steps: number;
  /** What changed since the version before it, in words: `2 steps added`, `test renamed`. Empty for the first one. */
  readonly changes: string;
}

export interface RunSummary {
  readonly id: string;
  /** Absent for a run that was imported from a log and whose workflow is not here. */
  readonly workflowId?: string;
  readonly name: string;
  /** Counts the runs of its workflow, from 1. */
  readonly number: number;
  readonly lifecycle: Lifecycle;
  readonly outcome: RunOutcome | null;
  readonly createdAt: number;
  readonly endedAt?: number;
  readonly seq: number;
  /** How many asks, parked items and uncertain attempts wait for a person. */
  readonly needsYou: number;
  /** Why it ended, or what its result was, in one line. */
  readonly line?: string;
  readonly imported?: true;
  /** Set by a person. */
  readonly tags?: readonly string[];
  /** The run whose successes it took over (T26). */
  readonly retryOf?: { readonly id: string; readonly number: number };
  /** The run whose journal it begins with, up to tick `seq`. */
  readonly forkOf?: { readonly id: string; readonly number: number; readonly seq: number };
  /** Begun from the editor to try something: its end says nothing of the whole workflow. */
  readonly trial?: RunTrial;
}

export interface RunTrial {
  /** Steps that did nothing of their own: their pinned outputs stood for it. */
  readonly pins?: readonly StepId[];
  /** It held only what leads to this step, by its title. */
  readonly upTo?: string;
}

export interface StoredRun {
  readonly summary: RunSummary;
  readonly workflow: Workflow;
  readonly digest: string;
  readonly input: Json;
}

/** What went through the steps of a workflow in its newest run, as far as its first ticks tell. */
export interface LastRun {
  readonly run: RunSummary;
  /** By step. Values are whole; one above 1 MiB is left out. */
  readonly steps: Readonly<Record<StepId, LastStep>>;
}

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

/** What a person allowed this browser to do by itself for a workflow: requests to hosts. */
export interface TabApproval {
  /** Of the document, or the digest of a workflow that has no id. */
  readonly workflowId: string;
  /** Of the workflow when it was allowed; older approvals do not say it. */
  readonly name?: string;
  readonly permissions: readonly Permission[];
  /** Epoch ms; older approvals do not say it. */
  readonly at?: number;
}

/** How a task ended, as far as conditions look at it (T6). */
export interface TaskResult {
  readonly outcome: StepOutcome;
  readonly exit?: Exit;
  /** A large one is a reference (`engine/reference.ts`). */
  readonly output?: Json;
}

export interface EngineApi {
  watchLibrary(port: MessagePort): Promise<void>;

  loadWorkflow(id: string): Promise<Answer<StoredWorkflow>>;
  /** `basedOn` 0 makes a new one. A revision that moved on is a `conflict`: nothing is overwritten. */
  saveWorkflow(save: {
    readonly id: string;
    readonly basedOn: number;
    readonly workflow: Workflow;
    /** What can be undone in it, kept with this revision under `undoKey(id)` of the drafts. */
    readonly undo?: Json;
  }): Promise<Answer<{ readonly revision: number }>>;
  /** Its versions, the present one first. Older ones are kept wider apart. */
  workflowVersions(id: string): Promise<Answer<readonly WorkflowVersion[]>>;
  loadVersion(id: string, revision: number): Promise<Answer<StoredWorkflow>>;
  deleteWorkflow(id: string): Promise<Answer<null>>;
  /**
   * Reads a `*.workflow.json`; stores it under a new id only when it is whole. `replacing`: as the next revision of this
   * workflow, which loses all consent that was given to it.
   */
  importWorkflow(
    file: Blob,
    replacing?: string,
  ): Promise<Answer<StoredWorkflow & { readonly warnings: readonly Problem[] }>>;
  /** All findings that need more than the document: code that does not parse, expressions that do not compile. */
  checkSources(workflow: Workflow): Promise<readonly Problem[]>;

  /** Validates, freezes and starts. Fails with `needs-permission` when the runner misses consent. */
  startRun(start: {
    readonly workflowId?: string;
    readonly workflow: Workflow;
    readonly input: Json;
    /** *Run with pins*: pinned outputs stand for their steps. Never otherwise. */
    readonly withPins?: true;
    /** Only what leads to this step, and the step (`workflow/upTo.ts`). */
    readonly upTo?: StepId;
  }): Promise<Answer<{ readonly runId: string }>>;
  loadRun(id: string): Promise<Answer<StoredRun>>;
  /** Of the newest run that began; `null`: there is none. */
  lastRun(workflowId: string): Promise<Answer<LastRun | null>>;
  /** Ticks `from … to`, both included; those that exist. */
  readTicks(id: string, from: number, to: number): Promise<readonly Tick[]>;
  /** The JSON of a large value that a tick or the state of the run names (`engine/reference.ts`), in UTF-8. */
  readValue(id: string, digest: string): Promise<Answer<Blob>>;
  /** How the tasks that are finished ended: what conditions look at (T6). */
  taskResults(id: string): Promise<Answer<Readonly<Record<StepId, TaskResult>>>>;
  watchRun(id: string, port: MessagePort): Promise<void>;
  watchOutput(watch: { readonly runId: string; readonly execution: ExecutionId }, port: MessagePort): Promise<void>;
  deleteRun(id: string): Promise<Answer<null>>;
  /** Carries one step out by itself. Fails with `needs-permission` when nobody allowed yet what it does (`soleStep`). */
  testStep(test: StepTest): Promise<Answer<TestedStep>>;
  /** Ends a test that is under way. */
  stopTest(id: string): Promise<void>;
  /** Rows `from … to`, without the last, of the runs that match. */
  listRuns(query: RunQuery, from: number, to: number): Promise<Answer<RunListPage>>;
  /** All that match, in the same order. */
  runIds(query: RunQuery): Promise<Answer<readonly string[]>>;
  /**
   * Leaves runs out of all lists of this tab, or shows them again: they may be deleted in a moment. Nothing is stored, so
   * that they are there again when the tab dies before.
   */
  hideRuns(ids: readonly string[], hidden: boolean): Promise<Answer<null>>;
  /** What cannot be deleted now stays and is named with its reason. */
  deleteRuns(ids: readonly string[]): Promise<
    Answer<{
      readonly deleted: number;
      readonly refused: readonly { readonly id: string; readonly message: string }[];
    }>
  >;
  tagRuns(
    ids: readonly string[],
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<Answer<null>>;
  /** Which runs are deleted by themselves. */
  retention(): Promise<Answer<Retention>>;
  /** What a rule would delete now: how many, and the oldest of them. Changes nothing. */
  foreseeRetention(
    rule: Retention,
  ): Promise<Answer<{ readonly count: number; readonly oldest: readonly RunSummary[] }>>;
  /** From now on, and at once. */
  setRetention(rule: Retention): ReturnType<EngineApi["deleteRuns"]>;
  /** Measures every run: it takes a while when there are many. */
  storageUsage(): Promise<Answer<StorageUsage>>;

  cancel(id: string, reason?: string): Promise<Answer<null>>;
  cancelExecution(id: string, step: StepId, execution: ExecutionId): Promise<Answer<null>>;
  /** A new run of the same frozen workflow with the same input, which takes over the successes of its tasks (T26). */
  retryFailed(id: string): Promise<Answer<{ readonly runId: string }>>;
  /**
   * Drives the run in this tab from now on. Its owner finishes what it commits and lets go; one that does not answer
   * within some seconds is not waited for, and can write no more.
   */
  takeOver(id: string): Promise<Answer<null>>;
  /**
   * Drives an imported run from where it stood. What it had started outside is asked about by its key; what another
   * runner started, a person decides. Fails with `needs-permission` when consent to its workflow is missing.
   */
  continueRun(id: string): Promise<Answer<null>>;
  /** What `fork` would do, and why it cannot. Changes nothing. */
  foreseeFork(id: string, fork: Fork): Promise<Answer<ForkForeseen>>;
  /**
   * A new run that begins with the ticks of this one up to `seq`. The run itself stays as it is. What does not fit
   * another workflow is a `conflict` with all of it, unless it was `confirmed`.
   */
  fork(id: string, fork: Fork, confirmed?: true): Promise<Answer<{ readonly runId: string }>>;
  pause(id: string): Promise<Answer<null>>;
  /** Of a paused run, or of one that was cancelled (T26). */
  resume(id: string): Promise<Answer<null>>;
  /** Of a paused run: one item begins, the one before which it stopped or else the next. */
  step(id: string): Promise<Answer<null>>;
  /** Where this run stops from now on. Those of a workflow are a draft under `breakpointsKey` (`breakpoints.ts`), which new runs begin with. */
  setBreakpoints(id: string, breakpoints: Breakpoints): Promise<Answer<null>>;
  /** Items of a run that nobody carries out, in the order of their steps; the first `maxForeseen` of them. */
  waitingItems(id: string): Promise<Answer<readonly WaitingItem[]>>;
  /** Gives the event of such an item other data, as a tick that says so. */
  changeEvent(id: string, item: ItemId, data: Json): Promise<Answer<null>>;
  send(id: string, event: Event, to?: StepId): Promise<Answer<null>>;
  /** Checked against the ask's form and choices before any tick (R76). */
  answer(
    id: string,
    answer: { readonly step: StepId; readonly ask: string; readonly value: Json; readonly choice?: string },
  ): Promise<Answer<null>>;
  decide(
    id: string,
    decide: { readonly execution?: ExecutionId; readonly item?: ItemId; readonly decision: Decision },
  ): Promise<Answer<null>>;
  /** One decision for every item of a step that is parked now (R70). Answers how many there were. */
  decideParked(
    id: string,
    decide: { readonly step: StepId; readonly decision: Exclude<Decision, { readonly kind: "succeeded" }> },
  ): Promise<Answer<{ readonly items: number }>>;
  treatAsLost(id: string, execution: ExecutionId): Promise<Answer<null>>;

  saveDraft(key: string, draft: Json | null): Promise<void>;
  loadDraft(key: string): Promise<Json | null>;

  /** The plain run log. */
  exportLog(id: string): Promise<Answer<Blob>>;
  /** The run as a file of another form. `viewer`: the built viewer, which `html` holds. */
  exportRun(id: string, form: ExportForm, viewer?: string): Promise<Answer<ExportedFile>>;
  /** The logs of many runs in one zip. One that holds a secret refuses them all. */
  exportRuns(ids: readonly string[]): Promise<Answer<ExportedFile>>;
  importLog(file: Blob): Promise<Answer<LogReport>>;

  pair(token: string): Promise<Answer<RunnerHealth>>;
  forgetRunner(): Promise<void>;
  /** What the workflow may do and what of it is not approved yet: by the runner, or by this tab when it needs none. */
  permissions(workflow: Workflow, workflowId?: string): Promise<Answer<WorkflowPermissions>>;
  /** Consent to exactly these permissions, by their hash, for the workflow with this id or else this digest. */
  approve(workflow: Workflow, hash: string, workflowId?: string): Promise<Answer<null>>;
  /** What this browser was allowed to do by itself, newest first. */
  tabApprovals(): Promise<Answer<readonly TabApproval[]>>;
  /** Answers what is left. The runs of this workflow are refused further requests, and the next one asks again. */
  withdrawTabApproval(workflowId: string): Promise<Answer<readonly TabApproval[]>>;
  /** Secrets, models, approvals and tokens of the runner. */
  kept(): Promise<Answer<RunnerKept>>;
  /** Answers all as it is afterwards. */
  changeKept(change: KeptChange): Promise<Answer<RunnerKept>>;
  /** Looks for servers of models on the runner's machine, now. */
  findLocalModels(): Promise<Answer<readonly LocalModels[]>>;
}
