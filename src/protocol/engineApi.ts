import type { Event } from "../engine/event.ts";
import type { Breakpoints, Decision, ExecutionId, ItemId, Tick } from "../engine/tick.ts";
import type { Json } from "../workflow/json.ts";
import type { Problem } from "../workflow/problem.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { Answer } from "./answer.ts";
import type { ExportedFile, ExportForm, LogReport } from "./exports.ts";
import type { Fork, ForkForeseen, WaitingItem } from "./fork.ts";
import type { Retention, RunListPage, RunQuery, StorageUsage } from "./runList.ts";
import type { RunnerHealth, WorkflowPermissions } from "./runnerApi.ts";
import type { KeptChange, LocalModels, RunnerKept } from "./runnerKept.ts";
import type { StepTest, TestedStep } from "./stepTest.ts";
import type { LastRun, RunSummary, StoredRun, TaskResult } from "./storedRun.ts";
import type { StoredWorkflow, WorkflowVersion } from "./storedWorkflow.ts";
import type { TabApproval } from "./tabApproval.ts";

/*
 * What the page may ask of the engine worker, over Comlink. Failures are data (`Answer`). Subscriptions are MessagePorts
 * that the page closes; each carries one union of messages (`RunUpdate`, `OutputUpdate`, `LibraryUpdate`).
 */

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
    /** What stands there becomes an earlier version, however young it is: something else comes in its place. */
    readonly keepsBefore?: boolean;
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
  /**
   * The logs of many runs in one zip. One that holds a secret refuses them all. `progress` is told how many are in it so
   * far; who sends `"stop"` there gets a refusal in its place.
   */
  exportRuns(ids: readonly string[], progress?: MessagePort): Promise<Answer<ExportedFile>>;
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
